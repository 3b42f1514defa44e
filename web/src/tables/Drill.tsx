/** One position to win, or to hold out in, against the table's perfect play. */

import { useMemo, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { colorOf, placementOf, splitFen, squaresOf, withColor } from "../core/fen";
import { opposite, type Square } from "../core/geometry";
import type { VariantInfo } from "../core/wire";
import { describeMarked } from "../core/words";
import { copyText } from "../ui/clipboard";
import { t } from "../ui/language";
import { settings } from "../ui/memory";
import { alertNow } from "../ui/say";
import { play as sound } from "../ui/sound";
import { artOf } from "../ui/variants";
import { Line } from "./Line";
import { endingTitle, exploreLink } from "./names";
import { Promotion } from "./Promotion";
import { marksOf, movesFrom } from "./targets";
import { type Task, useDrill } from "./useDrill";
import type { ProbedMove } from "./wire";

interface Props {
  readonly variant: VariantInfo;
  readonly task: Task;
  /** Another position of the same kind. */
  readonly onAgain: () => void;
  readonly onEnd: () => void;
}

export function Drill({ variant, task, onAgain, onEnd }: Props) {
  const { rung, role } = task;
  const drill = useDrill(variant, task);
  const { me, now, fen, line, mine, end, hint, bestMove, least, used } = drill;
  const [told, setTold] = useState(true);
  const [selected, setSelected] = useState<Square | null>(null);
  const [promoting, setPromoting] = useState<readonly ProbedMove[] | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [copied, setCopied] = useState(false);
  const placement = useMemo(() => placementOf(fen, variant), [fen, variant]);
  const left = Math.max(0, Math.ceil((variant.claimPlies - Number(splitFen(fen).halfmove)) / 2));
  const royal = variant.pieces.find((each) => each.royal)?.letter ?? "K";
  const checked =
    now?.fen === fen && now.check ? (squaresOf(placement, withColor(royal, now.turn))[0] ?? null) : null;

  const moves = useMemo(
    () => movesFrom(variant, mine && selected !== null ? (now?.moves ?? []) : [], selected ?? -1),
    [mine, now, selected, variant],
  );
  const marks = marksOf(placement, moves);
  if (hint > 0 && mine && bestMove) {
    marks.set(bestMove.from, "reach");
    if (hint > 1) marks.set(bestMove.to, "reach");
  }

  function play(move: ProbedMove): void {
    setSelected(null);
    setPromoting(null);
    void drill.submit(move);
  }

  function attempt(from: Square, to: Square): void {
    const fits = movesFrom(variant, now?.moves ?? [], from).get(to) ?? [];
    if (fits.length === 1) play(fits[0]!);
    else if (fits.length > 1) setPromoting(fits);
    else {
      alertNow(t("error.bad-move"));
      sound("refused");
    }
  }

  function movable(square: Square): boolean {
    return mine && placement[square] !== "" && colorOf(placement[square]!) === me;
  }

  const title = endingTitle(variant, rung.ending);
  const bottom = flipped ? opposite(me) : me;
  return (
    <main
      class="play setup tables-board drill"
      style={{ "--files": variant.files, "--ranks": variant.ranks }}
    >
      <section class="stage" aria-label={t("play.board")}>
        <div class="board-place">
          <Board
            shape={variant}
            placement={placement}
            bottom={bottom}
            art={(letter) => artOf(variant, letter)}
            label={t("tables.drill.board", { ending: title })}
            describe={(square) => describeMarked(t, variant, placement, square, marks.get(square))}
            marks={marks}
            selected={selected}
            lastMove={drill.last}
            check={checked}
            coordinates={settings.value.coordinates}
            animate={settings.value.animate}
            canDrag={movable}
            onPick={(square) => {
              if (selected !== null && moves.has(square)) attempt(selected, square);
              else setSelected(movable(square) && square !== selected ? square : null);
            }}
            onDrop={(from, to) => {
              if (to !== null && mine) attempt(from, to);
            }}
            onCancel={() => setSelected(null)}
            onKey={(key) => {
              if (key !== "h") return false;
              drill.giveHint();
              return true;
            }}
          />
        </div>
      </section>
      <section class="panel" aria-label={title}>
        <h1>{title}</h1>
        {task.daily && <p class="quiet">{t("tables.drill.daily")}</p>}
        <p class="problem" role="status">
          {drill.problem}
        </p>
        <p class="drill-feedback" role="status" data-end={end ?? undefined}>
          {drill.text(told)}
        </p>
        <div class="row">
          {end === null ? (
            <>
              <button type="button" disabled={!mine} onClick={drill.giveHint}>
                {t(hint === 0 ? "tables.hint" : "tables.hint.more")}
              </button>
              <button type="button" disabled={!mine || used === 0} onClick={drill.takeBack}>
                {t("action.takeback")}
              </button>
              <button type="button" disabled={!now || used === 0} onClick={drill.giveUp}>
                {t("tables.give-up")}
              </button>
            </>
          ) : (
            <>
              <button type="button" class="primary" onClick={onAgain}>
                {t("tables.again")}
              </button>
              {end !== "mate" && (
                <button type="button" onClick={drill.takeBack}>
                  {t("action.takeback")}
                </button>
              )}
              <a class="button-like" href={exploreLink(variant.id, drill.start?.fen ?? fen)}>
                {t("tables.look")}
              </a>
            </>
          )}
          <button type="button" onClick={() => setFlipped((was) => !was)}>
            {t("action.flip")}
          </button>
        </div>
        <dl class="drill-count">
          <div>
            <dt>{t("tables.count.used")}</dt>
            <dd data-used>{used}</dd>
          </div>
          <div>
            <dt>{t(role === "attack" ? "tables.count.least" : "tables.count.most")}</dt>
            <dd>{least || "–"}</dd>
          </div>
          {variant.claimPlies > 0 && (
            <div>
              <dt>{t("tables.count.clock", { limit: variant.claimPlies / 2 })}</dt>
              <dd>{left}</dd>
            </div>
          )}
        </dl>
        <label class="setting">
          <input type="checkbox" checked={told} onChange={(event) => setTold(event.currentTarget.checked)} />
          {t("tables.told")}
        </label>
        <Line fen={drill.start?.fen ?? fen} moves={line.map((each) => each.san)} />
        <div class="row">
          <button type="button" onClick={onEnd}>
            {t("tables.to-ladder")}
          </button>
          <button
            type="button"
            onClick={() =>
              void copyText(location.href).then(
                () => setCopied(true),
                () => {},
              )
            }
          >
            {t(copied ? "tables.copied.link" : "tables.copy.link")}
          </button>
        </div>
      </section>
      {promoting && (
        <Promotion
          variant={variant}
          color={me}
          moves={promoting}
          onChoose={(move) => (move ? play(move) : setPromoting(null))}
        />
      )}
    </main>
  );
}
