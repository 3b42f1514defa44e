/** Makes a game by the choices on the start page, remembers its key and goes there. */

import type { NewGame } from "../core/wire";
import { createGame, createTable } from "../net/http";
import { choice, deviceKey, guestName, rememberGame } from "./memory";
import { navigate } from "./router";

/** Opens a table of Tag Chess and sits down at White's king-side. */
export async function startTable(): Promise<void> {
  const { open, touchMove } = choice.value;
  const made = await createTable(
    { variant: "tag", mode: "tag", clock: tagClock(), name: guestName.value, open, touchMove },
    deviceKey(),
  );
  rememberGame({
    id: made.id,
    token: made.token,
    variant: "tag",
    mode: "tag",
    level: 0,
    plies: 0,
    yourTurn: false,
    result: "*",
    over: false,
    at: Date.now(),
  });
  navigate(`/play/${made.id}`);
}

/** A team's clock: ten minutes unless another is chosen, and never under a minute. */
function tagClock(): { initial: number; increment: number } {
  const [minutes, increment] = choice.value.clock.split("+").map(Number);
  return choice.value.clock === ""
    ? { initial: 600, increment: 0 }
    : { initial: Math.max(60, (minutes ?? 10) * 60), increment: increment ?? 0 };
}

export async function startGame(variant: string, fen: string, change: Partial<NewGame> = {}): Promise<void> {
  const { mode, color, level, clock, open } = choice.value;
  const [minutes, increment] = clock.split("+").map(Number);
  const wanted: NewGame = {
    variant,
    mode,
    color,
    level,
    fen,
    clock: clock === "" ? null : { initial: (minutes ?? 10) * 60, increment: increment ?? 0 },
    ...(mode === "link" ? { name: guestName.value, open } : {}),
    ...change,
  };
  const made = await createGame(wanted, deviceKey());
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
