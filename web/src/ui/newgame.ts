/** Makes a game by the choices on the start page, remembers its key and goes there. */

import type { NewGame } from "../core/wire";
import { createGame } from "../net/http";
import { choice, rememberGame } from "./memory";
import { navigate } from "./router";

export async function startGame(variant: string, fen: string, change: Partial<NewGame> = {}): Promise<void> {
  const { mode, color, level, clock } = choice.value;
  const [minutes, increment] = clock.split("+").map(Number);
  const wanted: NewGame = {
    variant,
    mode,
    color,
    level,
    fen,
    clock: clock === "" ? null : { initial: (minutes ?? 10) * 60, increment: increment ?? 0 },
    ...change,
  };
  const made = await createGame(wanted);
  rememberGame({
    id: made.id,
    token: made.token,
    variant,
    mode: wanted.mode,
    level: wanted.level,
    plies: 0,
    yourTurn: true,
    result: "*",
    over: false,
    at: Date.now(),
  });
  navigate(`/play/${made.id}`);
}
