/** The board of a game with everything around it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type BoardHandle, type Mark } from "../board/Board";
import { remaining } from "../core/clock";
import {
  colorOf,
  formatPlacement,
  type Placement,
  placementOf,
  splitFen,
  squaresOf,
  withColor,
  withSquare,
} from "../core/fen";
import { type Color, opposite, parseSquare, type Square, squareName } from "../core/geometry";
import { type Move, parseUci, preview } from "../core/move";
import { refusalReason } from "../core/refusal";
import { type GameState, isOver, type Reach, type VariantInfo } from "../core/wire";
import { describeMarked, describeMove, describeResult, gameHeading, pieceName } from "../core/words";
import { getReach } from "../net/http";
import { type GameSession, LATER } from "../net/session";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { rememberGame, settings, tokenOf } from "../ui/memory";
import { alertNow, say } from "../ui/say";
import { play } from "../ui/sound";
import { artOf } from "../ui/variants";
import { Actions } from "./Actions";
import { answerKey } from "./boardkeys";
import { Legend } from "./Legend";
import { MoveList, StepButtons } from "./MoveList";
import { PlayerLine } from "./PlayerLine";
import { PromotionDialog } from "./PromotionDialog";
import { TypedMove } from "./TypedMove";

interface Props {
  readonly session: GameSession;
  readonly state: GameState;
  readonly variant: VariantInfo;
}

const NO_REACH: Reach = { moves: [], captures: [], attacksKing: [] };

export function GameView({ session, state, variant }: Props) {
  const token = tokenOf(state.id);
  const over = isOver(state);
  const mine = state.you.includes(state.turn) && !over;
  const [flipped, setFlipped] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const [selected, setSelected] = useState<Square | null>(null);
  const [reach, setReach] = useState<Reach | null>(null);
  const [promoting, setPromoting] = useState<readonly Move[] | null>(null);
  const [sent, setSent] = useState<{ ply: number; move: Move } | null>(null);
  const [premove, setPremove] = useState<{ from: Square; to: Square } | null>(null);
  const [notice, setNotice] = useState("");
  const [ghost, setGhost] = useState<string | null>(null);
  const board = useRef<BoardHandle>(null);
  const keyPrefix = useRef("");

  const home: Color = state.you.length === 1 ? state.you[0]! : "white";
  const turned = state.you.length === 2 && settings.value.flipForTurn && !over ? state.turn : home;
  const bottom: Color = flipped ? opposite(turned) : turned;

  const live = shown === null || shown >= state.ply;
  const ply = live ? state.ply : shown;
  const fen = ply === 0 ? state.startFen : (state.moves[ply - 1]?.fen ?? state.fen);
  const settled = useMemo(() => placementOf(fen, variant), [fen, variant]);
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
  const last = ply > 0 ? parseUci(state.moves[ply - 1]!.uci, variant) : null;
  const checked = live ? state.check : ply > 0 && /[+#]$/.test(state.moves[ply - 1]!.san);
  const turn = splitFen(fen).turn;
  const royal = variant.pieces.find((each) => each.royal)?.letter ?? "K";
  const king = checked ? (squaresOf(placement, withColor(royal, turn))[0] ?? null) : null;

  // What changed since the last state is said and heard once.
  const before = useRef<GameState | null>(null);
  useEffect(() => {
    const old = before.current;
    before.current = state;
    // The same state once more, after a reconnection say: what is picked stays picked.
    if (old && old.seq === state.seq) return;
    remember(state, token, mine, over);
    setSent(null);
    setSelected(null);
    setReach(null);
    setPromoting(null);
    if (!old) return;
    if (state.ply > old.ply) {
      const played = state.moves[state.ply - 1]!;
      const from = state.ply === 1 ? state.startFen : state.moves[state.ply - 2]!.fen;
      say(describeMove(t, variant, placementOf(from, variant), played.uci, played.san));
      setNotice("");
      if (state.check) play("check");
      else play(played.san.includes("x") ? "capture" : "move");
      if (mine && state.players[state.turn].kind === "human" && state.you.length === 1) {
        alertNow(t(state.check ? "say.your-turn-check" : "say.your-turn"));
      }
    } else if (state.ply < old.ply) {
      say(t("say.taken-back"));
      setPremove(null);
    }
    if (over && !isOver(old)) {
      setPremove(null);
      play("end");
      alertNow(describeResult(t, variant, state));
    }
    if (state.drawDeclined && !old.drawDeclined) setNotice(t("play.draw-declined"));
  }, [state]);

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

  useEffect(() => {
    session.onError = (error) => {
      if (!LATER.has(error.code)) setSent(null);
      const text = errorText(error);
      setNotice(text);
      alertNow(text);
      play("refused");
    };
  }, [session]);

  useEffect(() => {
    const name = gameHeading(t, variant.id);
    document.title =
      mine && state.you.length === 1 ? `● ${t("play.your-turn")} – ${name}` : `${name} – tagmate`;
    showIcon(mine && state.you.length === 1);
    return () => showIcon(false);
  }, [mine, state.seq]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
        return;
      if (target.closest?.("[role=grid], dialog")) return;
      if (event.key === "ArrowLeft") step(ply - 1);
      else if (event.key === "ArrowRight") step(ply + 1);
      else if (event.key === "f") setFlipped((was) => !was);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  function step(to: number): void {
    const next = Math.max(0, Math.min(state.ply, to));
    setShown(next >= state.ply ? null : next);
    select(null);
  }

  function submit(move: Move): void {
    const uci = squareName(variant, move.from) + squareName(variant, move.to) + move.promotion;
    setSent({ ply: state.ply, move });
    select(null);
    setShown(null);
    session.send({ t: "move", ply: state.ply, uci });
  }

  function select(square: Square | null): void {
    setSelected(square);
    setReach(null);
    if (square === null) return;
    const letter = placement[square];
    if (!letter) return;
    getReach(variant.id, formatPlacement(placement, variant), squareName(variant, square)).then(
      setReach,
      () => {},
    );
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
    setNotice(text);
    alertNow(text);
    play("refused");
  }

  /** May the piece on the square be moved now, or premoved? */
  function movable(square: Square): boolean {
    const letter = placement[square];
    if (!letter || !live || over || waiting) return false;
    return state.you.includes(colorOf(letter)) && (colorOf(letter) === state.turn || state.you.length === 1);
  }

  function onPick(square: Square): void {
    setNotice("");
    if (ghost !== null) {
      setSelected(square);
      setReach(null);
      const placed = withSquare(placement, square, ghost);
      getReach(variant.id, formatPlacement(placed, variant), squareName(variant, square)).then(
        setReach,
        () => {},
      );
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

  const drawn = ghost !== null && selected !== null ? withSquare(placement, selected, ghost) : placement;
  const resultText = describeResult(t, variant, state);
  const top = opposite(bottom);

  function onKey(key: string, square: Square): boolean {
    const answer = answerKey(t, variant, placement, keyPrefix.current, key, square, {
      last: () => describeLast(variant, state, ply),
      clocks: () => describeClocks(session, state),
      moves: (from) =>
        legal
          .filter((each) => each.from === from)
          .map(
            (each) =>
              squareName(variant, each.to) + (each.promotion ? `=${each.promotion.toUpperCase()}` : ""),
          ),
    });
    keyPrefix.current = answer.prefix;
    if (answer.text) say(answer.text);
    return answer.used;
  }

  return (
    <main class="play" style={{ "--files": variant.files, "--ranks": variant.ranks }}>
      <h1 class="unseen">{gameHeading(t, variant.id)}</h1>
      <section class="stage" aria-label={t("play.board")}>
        <PlayerLine color={top} state={state} variant={variant} session={session} />
        <div class="board-place">
          <Board
            shape={variant}
            placement={drawn}
            bottom={bottom}
            art={(letter) => artOf(variant, letter)}
            label={t("board.label", { game: gameHeading(t, variant.id) })}
            describe={(square) => describeMarked(t, variant, drawn, square, marks.get(square))}
            marks={marks}
            selected={selected}
            lastMove={last ? [last.from, last.to] : []}
            check={king}
            coordinates={settings.value.coordinates}
            animate={settings.value.animate}
            handle={board}
            canDrag={movable}
            onPick={onPick}
            onDrop={(from, to) => {
              if (to === null) select(null);
              else go(from, to);
            }}
            onCancel={() => {
              select(null);
              setPremove(null);
              setGhost(null);
            }}
            onKey={onKey}
          />
        </div>
        <PlayerLine color={bottom} state={state} variant={variant} session={session} />
      </section>
      <section class="panel" aria-label={t("play.panel")}>
        {resultText ? (
          <div class="status result" role="group" aria-label={t("play.result")}>
            {state.result !== "*" && (
              <p class="result-score">{state.result.replaceAll("1/2", "½").replace("-", "–")}</p>
            )}
            <p data-status>{resultText}</p>
          </div>
        ) : (
          <p class="status" data-status>
            {statusText(session, state, mine, notice, checked, premove !== null, live)}
          </p>
        )}
        <MoveList state={state} ply={ply} onStep={step} />
        <StepButtons ply={ply} last={state.ply} onStep={step} />
        <TypedMove
          legal={state.legal}
          disabled={!mine || waiting}
          onMove={(uci) => {
            const move = parseUci(uci, variant);
            if (move) submit(move);
          }}
          explain={(text) => {
            const move = parseUci(text, variant);
            if (!move || !settled[move.from]) return false;
            void refuse(move.from, move.to);
            return true;
          }}
        />
        <Actions
          session={session}
          state={state}
          token={token}
          fen={fen}
          onFlip={() => setFlipped((was) => !was)}
          onNotice={setNotice}
        />
        <Legend
          variant={variant}
          ghost={ghost}
          onGhost={(letter) => {
            setGhost(letter);
            select(null);
            setNotice(letter === null ? "" : t("play.ghost", { piece: pieceName(t, variant, letter) }));
          }}
        />
      </section>
      {promoting && (
        <PromotionDialog
          variant={variant}
          moves={promoting}
          color={state.turn}
          onChoose={(move) => {
            setPromoting(null);
            if (move) submit(move);
            board.current?.focusSquare(promoting[0]!.from);
          }}
        />
      )}
    </main>
  );
}

/** The mark in the tab: another one while you are to move. */
function showIcon(turn: boolean): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", turn ? "/icon-turn.svg" : "/icon.svg");
}

function remember(state: GameState, token: string, mine: boolean, over: boolean): void {
  if (!token) return;
  rememberGame({
    id: state.id,
    token,
    variant: state.variant,
    mode: state.mode,
    level: state.players.white.level ?? state.players.black.level ?? 0,
    plies: state.ply,
    yourTurn: mine,
    result: state.result,
    over,
    at: Date.now(),
  });
}

function statusText(
  session: GameSession,
  state: GameState,
  mine: boolean,
  notice: string,
  check: boolean,
  premoved: boolean,
  live: boolean,
): string {
  if (session.link.value === "lost") return t("play.reconnecting");
  if (!live && !notice) return check ? `${t("play.check")} ${t("play.earlier")}` : t("play.earlier");
  const parts: string[] = [];
  if (notice) parts.push(notice);
  else if (premoved) parts.push(t("play.premove"));
  else if (state.thinking) parts.push(t("play.thinking"));
  else if (state.you.length !== 1) parts.push(t(`play.turn.${state.turn}`));
  else parts.push(t(mine ? "play.your-turn" : "play.their-turn"));
  if (check && !notice) parts.push(t("play.check"));
  if (state.claim && mine && !notice) parts.push(t(`play.may-claim.${state.claim}`));
  if (state.you.length === 0 && !notice) parts.push(t("error.not-your-seat"));
  return parts.join(" ");
}

function describeLast(variant: VariantInfo, state: GameState, ply: number): string {
  if (ply === 0) return t("say.no-move");
  const played = state.moves[ply - 1]!;
  const from = ply === 1 ? state.startFen : state.moves[ply - 2]!.fen;
  return describeMove(t, variant, placementOf(from, variant), played.uci, played.san);
}

function describeClocks(session: GameSession, state: GameState): string {
  const clock = state.clock;
  if (!clock) return t("say.no-clock");
  const left = (color: Color): string => {
    const seconds = Math.ceil(remaining(clock, color, session.elapsed()) / 1000);
    return t("say.time", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
  return t("say.clocks", { white: left("white"), black: left("black") });
}
