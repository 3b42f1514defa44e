/**
 * A game of Tag Chess as one of its four players, or a spectator, sees it. Nothing here tells what a partner
 * privately does: the server does not send it.
 */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board, type BoardHandle, type Mark } from "../board/Board";
import { colorOf, type Placement, placementOf, squaresOf, withColor } from "../core/fen";
import { type Color, fileOf, opposite, type Square, squareCount, squareName } from "../core/geometry";
import { type Move, parseUci, preview } from "../core/move";
import { type GameState, isOver, type VariantInfo } from "../core/wire";
import { describeMove, describeResult, describeSquare } from "../core/words";
import type { GameSession } from "../net/session";
import { answerKey } from "../play/boardkeys";
import { Chat } from "../play/Chat";
import { More } from "../play/More";
import { MoveList, StepButtons } from "../play/MoveList";
import { Offers } from "../play/Offers";
import { PromotionDialog } from "../play/PromotionDialog";
import { usePageKeys } from "../play/pagekeys";
import { Rematch } from "../play/Rematch";
import { describeClocks, describeLast, remember, showIcon } from "../play/status";
import { GLYPHS } from "../review/judge";
import { useReview } from "../review/opinions";
import { ReviewPanel } from "../review/ReviewPanel";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { settings, tokenOf } from "../ui/memory";
import { Question } from "../ui/Question";
import { alertNow, say } from "../ui/say";
import { play } from "../ui/sound";
import { artOf } from "../ui/variants";
import { Idle } from "./Idle";
import { nameOf, TeamLine } from "./TeamLine";
import { colorOfSeat, partnerOf, type Seat, sideOfFile, sideOfSeat, type TagState } from "./wire";

interface Props {
  readonly session: GameSession;
  readonly state: TagState;
  readonly variant: VariantInfo;
}

export function TagGame({ session, state, variant }: Props) {
  const { tag } = state;
  const shared = state as unknown as GameState;
  const token = tokenOf(state.id);
  const over = isOver(shared);
  const mine: Seat | null = state.you[0] ?? null;
  const team: Color = mine ? colorOfSeat(mine) : "white";
  const holding = mine !== null && tag.holder === mine && !over;
  const [flipped, setFlipped] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const [selected, setSelected] = useState<Square | null>(null);
  const [promoting, setPromoting] = useState<readonly Move[] | null>(null);
  const [fouling, setFouling] = useState<Move | null>(null);
  const [resigning, setResigning] = useState(false);
  const [sent, setSent] = useState<{ seq: number; move: Move } | null>(null);
  const [notice, setNotice] = useState("");
  const board = useRef<BoardHandle>(null);
  const keyPrefix = useRef("");

  const bottom: Color = flipped ? opposite(team) : team;
  const live = shown === null || shown >= state.ply;
  const ply = live ? state.ply : shown;
  const fen = ply === 0 ? state.startFen : (state.moves[ply - 1]?.fen ?? state.fen);
  const settled = useMemo(() => placementOf(fen, variant), [fen, variant]);
  const waiting = sent !== null && live && sent.seq === state.seq;
  const placement: Placement = waiting ? preview(settled, sent.move, variant, variant.pair) : settled;
  const moves = (list: readonly { uci: string }[]): Move[] =>
    list.map((each) => parseUci(each.uci, variant)).filter((each): each is Move => each !== null);
  const plays = useMemo(() => moves(tag.plays), [tag.plays]);
  const fouls = useMemo(() => moves(tag.fouls), [tag.fouls]);
  const forbidden = useMemo(() => moves(tag.forbidden.map((uci) => ({ uci }))), [tag.forbidden]);
  const last = ply > 0 ? parseUci(state.moves[ply - 1]!.uci, variant) : null;
  const king = live && state.check ? (squaresOf(placement, withColor("K", state.turn))[0] ?? null) : null;
  const resultText = describeResult(t, variant, shared);

  // Before anyone can tap the new position; the same state again, after a reconnection, keeps what is picked.
  useLayoutEffect(() => {
    setSent(null);
    setSelected(null);
    setPromoting(null);
    setFouling(null);
  }, [state.seq]);

  const review = useReview(shared);
  const step = (to: number): void => setShown(to >= state.ply ? null : Math.max(0, to));

  const before = useRef<TagState | null>(null);
  useEffect(() => {
    const old = before.current;
    before.current = state;
    if (old && old.seq === state.seq) return;
    remember(shared, token, { mine: holding, over });
    if (!old) return;
    for (const event of tag.events.slice(old.tag.events.length)) {
      const who = t(`tag.of.${event.by}`);
      if (event.kind === "move") {
        const from = event.ply === 0 ? state.startFen : state.moves[event.ply - 1]!.fen;
        say(describeMove(t, variant, placementOf(from, variant), event.uci ?? "", event.san ?? ""));
        play(event.san?.includes("x") ? "capture" : "move");
        setNotice("");
      } else {
        const text = t(`tag.event.${event.kind}`, { who, move: event.san ?? event.uci ?? "" });
        say(text);
        setNotice(text);
        if (event.kind === "foul") play("foul");
      }
    }
    if (holding && old.tag.holder !== mine) {
      alertNow(t("tag.you-hold", { partner: t(`tag.of.${partnerOf(mine)}`) }));
      play("hold");
    } else if (mine && !over && state.turn === team && old.turn !== team) play("turn");
    if (over && !isOver(old as unknown as GameState)) {
      alertNow(resultText);
      play("end");
    }
  }, [state]);

  useEffect(() => {
    session.onError = (error) => {
      setSent(null);
      const text = errorText(error);
      setNotice(text);
      alertNow(text);
      play("refused");
    };
  }, [session]);

  useEffect(() => {
    document.title = holding ? `● ${t("tag.hold")} – tagmate` : "Tag Chess – tagmate";
    showIcon(holding);
    return () => showIcon(false);
  }, [holding]);

  usePageKeys({
    ArrowLeft: () => step(ply - 1),
    ArrowRight: () => step(ply + 1),
    f: () => setFlipped((was) => !was),
    p: pass,
  });

  /** The questions of other boards, but for p, which passes. */
  function onKey(key: string, square: Square): boolean {
    if (key === "p" && keyPrefix.current === "") {
      pass();
      return true;
    }
    const answer = answerKey(t, variant, placement, keyPrefix.current, key, square, {
      last: () => describeLast(variant, shared, ply),
      clocks: () => describeClocks(session, shared),
      moves: (from) => plays.filter((each) => each.from === from).map((each) => squareName(variant, each.to)),
    });
    keyPrefix.current = answer.prefix;
    if (answer.text) say(answer.text);
    return answer.used;
  }

  function pass(): void {
    if (!holding) return;
    if (!tag.canPass) {
      const text = t("error.partner-stuck");
      setNotice(text);
      alertNow(text);
      return;
    }
    session.send({ t: "pass", ply: state.ply });
  }

  function submit(move: Move): void {
    const uci = squareName(variant, move.from) + squareName(variant, move.to) + move.promotion;
    if (!fouls.includes(move)) setSent({ seq: state.seq, move });
    setSelected(null);
    setShown(null);
    session.send({ t: "attempt", ply: state.ply, uci });
  }

  function attempt(from: Square, to: Square): void {
    setSelected(null);
    const fits = (list: readonly Move[]): Move[] =>
      list.filter((each) => each.from === from && each.to === to);
    const own = fits(plays);
    const foul = fits(fouls)[0];
    if (own.length > 1) {
      setPromoting(own);
      return;
    }
    if (own[0]) {
      submit(own[0]);
      return;
    }
    if (foul && tag.touchMove) {
      submit(foul);
      return;
    }
    if (foul) {
      setFouling(foul);
      return;
    }
    const why = fits(forbidden).length > 0 ? "error.forbidden" : "error.illegal";
    setNotice(t(why));
    alertNow(t(why));
    play("refused");
  }

  function movable(square: Square): boolean {
    const letter = placement[square];
    return !!letter && live && holding && !waiting && colorOf(letter) === team;
  }

  function onPick(square: Square): void {
    setNotice("");
    const there = placement[square];
    if (selected === square) setSelected(null);
    else if (selected !== null && movable(selected) && (!there || colorOf(there) !== team))
      attempt(selected, square);
    else setSelected(there ? square : null);
  }

  const marks = useMemo(() => {
    const found = new Map<Square, Mark>();
    if (mine) {
      const own = sideOfSeat(mine);
      for (let square = 0; square < squareCount(variant); square++) {
        if (sideOfFile(fileOf(variant, square), variant.files) !== own) found.set(square, "hatch");
      }
    }
    if (selected === null || !movable(selected)) return found;
    for (const move of [...plays, ...fouls]) {
      if (move.from === selected) found.set(move.to, placement[move.to] ? "capture" : "move");
    }
    for (const move of forbidden) if (move.from === selected) found.set(move.to, "forbidden");
    return found;
  }, [selected, plays, fouls, forbidden, placement, mine, live, holding]);

  // The holder of a team's move speaks for it.
  const speaks = mine !== null && tag.holders[team] === sideOfSeat(mine);
  const seatName = (seat: string): string => nameOf(state, seat as Seat);
  const banner = over
    ? "over"
    : mine === null
      ? "watch"
      : holding
        ? "you"
        : state.turn === team
          ? "partner"
          : "opponents";

  return (
    <main class="play tag" style={{ "--files": variant.files, "--ranks": variant.ranks }}>
      <h1 class="unseen">Tag Chess</h1>
      <section class="stage" aria-label={t("play.board")}>
        <TeamLine color={opposite(bottom)} state={state} session={session} />
        <div class="board-place">
          <Board
            shape={variant}
            placement={placement}
            bottom={bottom}
            art={(letter) => artOf(variant, letter)}
            label={t("board.label", { game: "Tag Chess" })}
            describe={(square) =>
              `${describeSquare(t, variant, placement, square)}${mine && marks.get(square) === "hatch" ? `, ${t("tag.partners-files")}` : ""}`
            }
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
              if (to !== null) attempt(from, to);
            }}
            onCancel={() => setSelected(null)}
            onKey={onKey}
          />
        </div>
        <TeamLine color={bottom} state={state} session={session} />
      </section>
      <section class="panel" aria-label={t("play.panel")}>
        <p class={`tag-banner ${banner}`} data-banner={banner}>
          {over ? resultText : t(`tag.banner.${banner}`)}
        </p>
        <p class="status" data-status>
          {session.link.value === "lost" ? t("play.reconnecting") : notice}
          {live && state.check && !over ? ` ${t("play.check")}` : ""}
        </p>
        {tag.forbidden.length > 0 && (
          <p class="tag-forbidden">
            ✕{" "}
            {t("tag.forbidden", {
              moves: tag.forbidden.map((each) => each.replace(/([a-h]\d)$/, "–$1")).join(", "),
            })}
          </p>
        )}
        <Offers session={session} state={shared} mine={mine ? team : undefined} speaks={speaks} />
        {mine && !over && (
          <button
            type="button"
            class="primary tag-pass"
            disabled={!holding}
            aria-disabled={!tag.canPass}
            onClick={pass}
            aria-keyshortcuts="p"
          >
            {t("tag.your-move")}
            <span class="unseen"> {t("tag.pass-to", { partner: nameOf(state, partnerOf(mine)) })}</span>
          </button>
        )}
        <MoveList
          state={shared}
          ply={ply}
          onStep={step}
          glyph={(each) => GLYPHS[review.judgements[each - 1] ?? "good"]}
        />
        <StepButtons ply={ply} last={state.ply} onStep={step} />
        <div class="actions">
          <button type="button" onClick={() => setFlipped((was) => !was)}>
            {t("action.flip")}
          </button>
          {state.claim && holding ? (
            <button type="button" onClick={() => session.send({ t: "claim" })}>
              {t("action.claim")}
            </button>
          ) : (
            <button
              type="button"
              disabled={!speaks || over || state.drawOffer !== ""}
              onClick={() => session.send({ t: "draw" })}
            >
              {t("action.draw")}
            </button>
          )}
          <button
            type="button"
            disabled={!speaks || over}
            onClick={() =>
              settings.value.confirmResign ? setResigning(true) : session.send({ t: "resign" })
            }
          >
            {t("action.resign")}
          </button>
          {over ? <a href="/">{t("site.start")}</a> : <Idle state={state} session={session} mine={mine} />}
          <More state={state} token={token} fen={fen} />
        </div>
        {over && (
          <Rematch session={session} state={shared} mine={mine ?? undefined} token={token} name={seatName} />
        )}
        {over && <ReviewPanel review={review} state={shared} ply={ply} onStep={step} />}
        <Chat session={session} chat={state.chat} mine={mine ?? undefined} name={seatName} />
      </section>
      {fouling && (
        <Question
          title={t("tag.foul.title")}
          yes={t("tag.foul.yes")}
          no={t("promotion.cancel")}
          onYes={() => submit(fouling)}
          onClose={() => setFouling(null)}
        >
          <p>{t("tag.foul.text")}</p>
        </Question>
      )}
      {resigning && (
        <Question
          title={t("ask.resign")}
          yes={t("ask.resign.yes")}
          no={t("ask.no")}
          onYes={() => session.send({ t: "resign" })}
          onClose={() => setResigning(false)}
        />
      )}
      {promoting && (
        <PromotionDialog
          variant={variant}
          moves={promoting}
          color={state.turn}
          onChoose={(move) => {
            setPromoting(null);
            if (move) submit(move);
          }}
        />
      )}
    </main>
  );
}
