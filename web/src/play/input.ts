/** What a player's taps and drags mean: picked pieces, moves, premoves, promotions, and looks at a piece's reach. */

import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Mark } from "../board/Board";
import { colorOf, formatPlacement, type Placement, withSquare } from "../core/fen";
import { opposite, parseSquare, type Square, squareName } from "../core/geometry";
import { type Move, parseUci, preview } from "../core/move";
import { refusalReason } from "../core/refusal";
import { type GameState, isOver, type Reach, type VariantInfo } from "../core/wire";
import { pieceName } from "../core/words";
import { getReach } from "../net/http";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";
import { alertNow, say } from "../ui/say";
import { play } from "../ui/sound";

const NO_REACH: Reach = { moves: [], captures: [], attacksKing: [] };

interface Surroundings {
  readonly session: GameSession;
  readonly state: GameState;
  readonly variant: VariantInfo;
  /** The position that is shown; `live` when it is the latest. */
  readonly settled: Placement;
  readonly live: boolean;
  readonly onNotice: (text: string) => void;
  /** A move was sent: the latest position is to be shown. */
  readonly onSent: () => void;
}

export function useInput({ session, state, variant, settled, live, onNotice, onSent }: Surroundings) {
  const [selected, setSelected] = useState<Square | null>(null);
  const [reach, setReach] = useState<Reach | null>(null);
  const [promoting, setPromoting] = useState<readonly Move[] | null>(null);
  const [sent, setSent] = useState<{ ply: number; move: Move } | null>(null);
  const [premove, setPremove] = useState<{ from: Square; to: Square } | null>(null);
  const [ghost, setGhost] = useState<string | null>(null);
  const over = isOver(state);
  const mine = state.you.includes(state.turn) && !over;

  const waiting = sent !== null && live && sent.ply === state.ply;
  const placement: Placement = useMemo(
    () => (waiting ? preview(settled, sent!.move, variant, variant.pair) : settled),
    [settled, waiting, sent, variant],
  );
  const legal = useMemo(
    () =>
      state.legal.map((each) => parseUci(each.uci, variant)).filter((each): each is Move => each !== null),
    [state.legal, variant],
  );

  // What was picked belonged to the position before; the same state again, after a reconnection, keeps it.
  // Before anyone can tap the new position: a tap must not be forgotten by what comes after it.
  useLayoutEffect(() => {
    setSent(null);
    setSelected(null);
    setReach(null);
    setPromoting(null);
    if (over) setPremove(null);
  }, [state.seq]);

  // A premove is played as soon as it is legal, and forgotten if it is not.
  useEffect(() => {
    if (!premove || !mine) return;
    setPremove(null);
    const fits = legal.filter((each) => each.from === premove.from && each.to === premove.to);
    const choice =
      fits.find((each) => each.promotion === "" || each.promotion === variant.promotions[0]) ?? fits[0];
    if (choice) submit(choice);
    else say(t("say.premove-dropped"));
  }, [mine, state.seq]);

  function submit(move: Move): void {
    const uci = squareName(variant, move.from) + squareName(variant, move.to) + move.promotion;
    setSent({ ply: state.ply, move });
    select(null);
    onSent();
    session.send({ t: "move", ply: state.ply, uci });
  }

  function lookAt(position: Placement, square: Square): void {
    getReach(variant.id, formatPlacement(position, variant), squareName(variant, square)).then(
      setReach,
      () => {},
    );
  }

  function select(square: Square | null): void {
    setSelected(square);
    setReach(null);
    if (square !== null && placement[square]) lookAt(placement, square);
  }

  function attempt(from: Square, to: Square): void {
    const fits = legal.filter((each) => each.from === from && each.to === to);
    if (fits.length > 1) setPromoting(fits);
    else if (fits[0]) submit(fits[0]);
    else void refuse(from, to);
  }

  async function refuse(from: Square, to: Square): Promise<void> {
    const found = await getReach(
      variant.id,
      formatPlacement(settled, variant),
      squareName(variant, from),
    ).catch(() => NO_REACH);
    const reason = refusalReason({
      shape: variant,
      placement: settled,
      turn: state.turn,
      check: state.check,
      from,
      to,
      legal,
      reach: found,
    });
    const text = t(`refused.${reason}`, {
      piece: pieceName(t, variant, settled[from] ?? ""),
      from: squareName(variant, from),
      to: squareName(variant, to),
      color: t(`color.${opposite(state.turn)}`),
    });
    onNotice(text);
    alertNow(text);
    play("refused");
  }

  /** May the piece on the square be moved now, or premoved? */
  function movable(square: Square): boolean {
    const letter = placement[square];
    if (!letter || !live || over || waiting) return false;
    return state.you.includes(colorOf(letter)) && (colorOf(letter) === state.turn || state.you.length === 1);
  }

  function go(from: Square, to: Square): void {
    if (colorOf(placement[from]!) !== state.turn) {
      setPremove({ from, to });
      select(null);
      say(t("say.premove", { from: squareName(variant, from), to: squareName(variant, to) }));
      return;
    }
    attempt(from, to);
    select(null);
  }

  function pick(square: Square): void {
    onNotice("");
    if (ghost !== null) {
      setSelected(square);
      setReach(null);
      lookAt(withSquare(placement, square, ghost), square);
      return;
    }
    if (premove) {
      setPremove(null);
      select(null);
      return;
    }
    if (selected === square) {
      select(null);
      return;
    }
    if (selected !== null && movable(selected)) {
      const there = placement[square];
      const own = there && colorOf(there) === colorOf(placement[selected]!);
      if (!own) {
        go(selected, square);
        return;
      }
    }
    select(placement[square] ? square : null);
  }

  const marks = useMemo(() => {
    const found = new Map<Square, Mark>();
    const at = (names: readonly string[], mark: Mark): void => {
      for (const name of names) {
        const square = parseSquare(variant, name);
        if (square !== null) found.set(square, mark);
      }
    };
    if (premove) {
      found.set(premove.from, "premove");
      found.set(premove.to, "premove");
    }
    if (selected === null) return found;
    if (ghost === null && movable(selected) && colorOf(placement[selected]!) === state.turn) {
      for (const move of legal) {
        if (move.from === selected) found.set(move.to, placement[move.to] ? "capture" : "move");
      }
      for (const move of state.legal) {
        const parsed = parseUci(move.uci, variant);
        if (parsed?.from === selected && move.san.includes("x")) found.set(parsed.to, "capture");
      }
      return found;
    }
    if (reach) {
      at(reach.moves, "reach");
      at(reach.captures, "reach-capture");
      at(reach.attacksKing, "king");
    }
    return found;
  }, [selected, reach, premove, legal, placement, ghost, live]);

  return {
    /** With the move that was sent, and with the piece that is looked at. */
    placement: ghost !== null && selected !== null ? withSquare(placement, selected, ghost) : placement,
    legal,
    marks,
    selected,
    promoting,
    ghost,
    waiting,
    premoved: premove !== null,
    movable,
    pick,
    submit,
    refuse: (from: Square, to: Square) => void refuse(from, to),
    select,
    drop(from: Square, to: Square | null): void {
      if (to === null) select(null);
      else go(from, to);
    },
    cancel(): void {
      select(null);
      setPremove(null);
      setGhost(null);
    },
    /** The dialog's answer; null for none. */
    promote(move: Move | null): void {
      setPromoting(null);
      if (move) submit(move);
    },
    look(letter: string | null): void {
      setGhost(letter);
      select(null);
    },
    /** The server refused what was sent. */
    refused(): void {
      setSent(null);
    },
    dropPremove(): void {
      setPremove(null);
    },
  };
}
