/** The board of a game with everything around it. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type BoardHandle, type Mark } from "../board/Board";
import { placementOf, splitFen, squaresOf, withColor } from "../core/fen";
import { type Color, opposite, type Square, squareName } from "../core/geometry";
import { type Move, parseUci } from "../core/move";
import { type GameState, isOver, type VariantInfo } from "../core/wire";
import { describeMarked, describeMove, describeResult, gameHeading, pieceName } from "../core/words";
import { type GameSession, LATER } from "../net/session";
import { HintButton, LiveOpinion } from "../review/Assistant";
import { GLYPHS } from "../review/judge";
import { useReview } from "../review/opinions";
import { ReviewPanel } from "../review/ReviewPanel";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { settings, tokenOf } from "../ui/memory";
import { alertNow, say } from "../ui/say";
import { play } from "../ui/sound";
import { artOf } from "../ui/variants";
import { Actions } from "./Actions";
import { answerKey } from "./boardkeys";
import { Chat } from "./Chat";
import { useInput } from "./input";
import { Legend } from "./Legend";
import { MoveList, StepButtons } from "./MoveList";
import { Offers } from "./Offers";
import { PlayerLine } from "./PlayerLine";
import { PromotionDialog } from "./PromotionDialog";
import { usePageKeys } from "./pagekeys";
import { Rematch } from "./Rematch";
import { describeClocks, describeLast, remember, showIcon, statusText } from "./status";
import { TypedMove } from "./TypedMove";

interface Props {
  readonly session: GameSession;
  readonly state: GameState;
  readonly variant: VariantInfo;
}

export function GameView({ session, state, variant }: Props) {
  const token = tokenOf(state.id);
  const over = isOver(state);
  const mine = state.you.includes(state.turn) && !over;
  const [flipped, setFlipped] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const [notice, setNotice] = useState("");
  const board = useRef<BoardHandle>(null);
  const keyPrefix = useRef("");

  const home: Color = state.you.length === 1 ? state.you[0]! : "white";
  const turned = state.you.length === 2 && settings.value.flipForTurn && !over ? state.turn : home;
  const bottom: Color = flipped ? opposite(turned) : turned;

  const live = shown === null || shown >= state.ply;
  const ply = live ? state.ply : shown;
  const fen = ply === 0 ? state.startFen : (state.moves[ply - 1]?.fen ?? state.fen);
  const settled = useMemo(() => placementOf(fen, variant), [fen, variant]);
  const input = useInput({
    session,
    state,
    variant,
    settled,
    live,
    onNotice: setNotice,
    onSent: () => setShown(null),
  });
  const { placement } = input;
  const review = useReview(state);
  const [hint, setHint] = useState<{ seq: number; move: Move } | null>(null);
  const hinted = hint?.seq === state.seq && live && input.marks.size === 0 ? hint.move : null;
  const marks: ReadonlyMap<Square, Mark> = hinted
    ? new Map([
        [hinted.from, "hint"],
        [hinted.to, "hint"],
      ])
    : input.marks;
  // Whoever plays a person looks for himself.
  const helped = state.mode === "computer" || state.mode === "hotseat";
  const last = ply > 0 ? parseUci(state.moves[ply - 1]!.uci, variant) : null;
  const checked = live ? state.check : ply > 0 && /[+#]$/.test(state.moves[ply - 1]!.san);
  const turn = splitFen(fen).turn;
  const royal = variant.pieces.find((each) => each.royal)?.letter ?? "K";
  const king = checked ? (squaresOf(settled, withColor(royal, turn))[0] ?? null) : null;

  // What changed since the last state is said and heard once.
  const before = useRef<GameState | null>(null);
  useEffect(() => {
    const old = before.current;
    before.current = state;
    // The same state once more, after a reconnection say, is no news.
    if (old && old.seq === state.seq) return;
    const level = state.players.white.level ?? state.players.black.level;
    remember(state, token, { mine, over, ...(level ? { level } : {}) });
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
      input.dropPremove();
    }
    if (over && !isOver(old)) {
      play("end");
      alertNow(describeResult(t, variant, state));
    }
    if (state.drawDeclined && !old.drawDeclined) setNotice(t("play.draw-declined"));
    const other = state.you.length === 1 ? opposite(state.you[0]!) : null;
    for (const [what, by, was] of [
      ["draw", state.drawOffer, old.drawOffer],
      ["takeback", state.takebackOffer, old.takebackOffer],
    ] as const)
      if (by === other && was !== other) {
        alertNow(t(`offer.${what}`));
        play("turn");
      }
  }, [state]);

  useEffect(() => {
    session.onError = (error) => {
      if (!LATER.has(error.code)) input.refused();
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

  usePageKeys({
    ArrowLeft: () => step(ply - 1),
    ArrowRight: () => step(ply + 1),
    f: () => setFlipped((was) => !was),
  });

  function step(to: number): void {
    const next = Math.max(0, Math.min(state.ply, to));
    setShown(next >= state.ply ? null : next);
    input.select(null);
  }

  const resultText = describeResult(t, variant, state);
  const top = opposite(bottom);
  const seat = state.you.length === 1 ? state.you[0] : undefined;
  const nameOf = (side: string): string => state.players[side as Color].name || t(`color.${side}`);

  function onKey(key: string, square: number): boolean {
    const answer = answerKey(t, variant, placement, keyPrefix.current, key, square, {
      last: () => describeLast(variant, state, ply),
      clocks: () => describeClocks(session, state),
      moves: (from) =>
        input.legal
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
            placement={placement}
            bottom={bottom}
            art={(letter) => artOf(variant, letter)}
            label={t("board.label", { game: gameHeading(t, variant.id) })}
            describe={(square) => describeMarked(t, variant, placement, square, marks.get(square))}
            marks={marks}
            selected={input.selected}
            lastMove={last ? [last.from, last.to] : []}
            check={king}
            coordinates={settings.value.coordinates}
            animate={settings.value.animate}
            handle={board}
            canDrag={input.movable}
            onPick={input.pick}
            onDrop={input.drop}
            onCancel={input.cancel}
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
            {statusText({ session, state, mine, notice, check: checked, premoved: input.premoved, live })}
          </p>
        )}
        {state.mode === "link" && <Offers session={session} state={state} mine={seat} speaks />}
        {state.mode === "link" && over && (
          <Rematch session={session} state={state} mine={seat} token={token} name={nameOf} />
        )}
        {settings.value.opinion && (helped || over) && state.mode !== "computer" && (
          <LiveOpinion state={state} fen={fen} ply={ply} />
        )}
        <MoveList
          state={state}
          ply={ply}
          onStep={step}
          glyph={(each) => GLYPHS[review.judgements[each - 1] ?? "good"]}
        />
        <StepButtons ply={ply} last={state.ply} onStep={step} />
        <TypedMove
          legal={state.legal}
          disabled={!mine || input.waiting}
          onMove={(uci) => {
            const move = parseUci(uci, variant);
            if (move) input.submit(move);
          }}
          explain={(text) => {
            const move = parseUci(text, variant);
            if (!move || !settled[move.from]) return false;
            input.refuse(move.from, move.to);
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
        >
          {helped && mine && (
            <HintButton
              state={state}
              onNotice={setNotice}
              onHint={(best) => {
                const move = parseUci(best.uci, variant);
                if (!move) return;
                setHint({ seq: state.seq, move });
                const text = t("hint.try", {
                  move: describeMove(t, variant, settled, best.uci, best.san),
                  san: best.san,
                });
                setNotice(text);
                say(text);
                input.select(null);
              }}
            />
          )}
        </Actions>
        {(over || state.mode === "hotseat") && (
          <ReviewPanel review={review} state={state} ply={ply} onStep={step} />
        )}
        <Chat session={session} chat={state.chat} mine={seat} name={nameOf} />
        <Legend
          variant={variant}
          ghost={input.ghost}
          onGhost={(letter) => {
            input.look(letter);
            setNotice(letter === null ? "" : t("play.ghost", { piece: pieceName(t, variant, letter) }));
          }}
        />
      </section>
      {input.promoting && (
        <PromotionDialog
          variant={variant}
          moves={input.promoting}
          color={state.turn}
          onChoose={(move) => {
            const from = input.promoting![0]!.from;
            input.promote(move);
            board.current?.focusSquare(from);
          }}
        />
      )}
    </main>
  );
}
