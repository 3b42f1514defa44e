/** A finished game as the engine saw it: a curve of White's chances, and what each move was worth. */

import { splitFen } from "../core/fen";
import type { GameState } from "../core/wire";
import { t } from "../ui/language";
import { GLYPHS, type Judgement, lineText, scoreText } from "./judge";
import type { Review } from "./opinions";

interface Props {
  readonly review: Review;
  readonly state: GameState;
  readonly ply: number;
  readonly onStep: (ply: number) => void;
}

const COUNTED: readonly Judgement[] = ["inaccuracy", "mistake", "blunder"];

export function ReviewPanel({ review, state, ply, onStep }: Props) {
  const { opinions, running, total, problem } = review;
  if (total === 0) return null;
  return (
    <section class="review" aria-label={t("review.title")}>
      {opinions.length === 0 && !running ? (
        <button type="button" onClick={review.start}>
          {t("review.start")}
        </button>
      ) : (
        <>
          <Curve review={review} ply={ply} onStep={onStep} />
          {running || opinions.length < total ? (
            <>
              <label class="progress">
                <span>{t("review.running", { done: opinions.length, total })}</span>
                <progress value={opinions.length} max={total} />
              </label>
              {!running && !problem && (
                <button type="button" class="plain" onClick={review.start}>
                  {t("review.go-on")}
                </button>
              )}
            </>
          ) : (
            <Counts review={review} state={state} />
          )}
        </>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}{" "}
          <button type="button" class="plain" onClick={review.start}>
            {t("error.retry")}
          </button>
        </p>
      )}
      <AboutMove review={review} state={state} ply={ply} />
    </section>
  );
}

const WIDTH = 320;
const HEIGHT = 72;

/** White's chances over the game; a tap goes to the position there. */
function Curve({ review, ply, onStep }: Omit<Props, "state">) {
  const { chances, judgements, total } = review;
  const x = (at: number): number => (at / total) * WIDTH;
  const y = (chance: number): number => (1 - chance) * HEIGHT;
  const points = chances.map((chance, at) => `${x(at).toFixed(1)} ${y(chance).toFixed(1)}`);
  const last = chances.length - 1;
  return (
    <svg
      class="curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t("review.curve")}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onStep(Math.round(((event.clientX - box.left) / box.width) * total));
      }}
    >
      <rect class="curve-black" width={WIDTH} height={HEIGHT} />
      {last > 0 && (
        <path class="curve-white" d={`M0 ${HEIGHT}L${points.join("L")}L${x(last).toFixed(1)} ${HEIGHT}z`} />
      )}
      <path class="curve-even" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {judgements.map((each, at) =>
        each === "mistake" || each === "blunder" ? (
          <path
            key={at}
            class={`curve-fault ${each}`}
            d={`M${x(at + 1)} ${Math.min(HEIGHT - 6, Math.max(6, y(chances[at + 1]!)))}h0`}
          />
        ) : null,
      )}
      <path class="curve-now" d={`M${x(ply)} 0V${HEIGHT}`} />
    </svg>
  );
}

function Counts({ review, state }: Pick<Props, "review" | "state">) {
  const first = splitFen(state.startFen).turn;
  const count = (color: string, what: Judgement): number =>
    review.judgements.filter((each, ply) => each === what && (ply % 2 === 0) === (first === color)).length;
  return (
    <table class="counts">
      <thead>
        <tr>
          <td />
          {COUNTED.map((each) => (
            <th key={each} scope="col">
              {t(`review.${each}`)} {GLYPHS[each]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {["white", "black"].map((color) => (
          <tr key={color}>
            <th scope="row">{t(`start.color.${color}`)}</th>
            {COUNTED.map((each) => (
              <td key={each}>{count(color, each)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the engine thought before the move that led here, and after it. */
function AboutMove({ review, state, ply }: Omit<Props, "onStep">) {
  const now = review.opinions[ply];
  const before = ply > 0 ? review.opinions[ply - 1] : undefined;
  if (!before && !now) return null;
  const start = splitFen(state.startFen);
  const half = (start.turn === "black" ? 1 : 0) + ply - 1;
  const number = (Number(start.fullmove) || 1) + Math.floor(half / 2);
  const turn = half % 2 === 0 ? "white" : "black";
  const played = ply > 0 ? state.moves[ply - 1] : undefined;
  const judgement = review.judgements[ply - 1] ?? "good";
  const best = before && played && before.line[0]?.uci !== played.uci ? before : undefined;
  return (
    <p class="about-move">
      {now && <b>{scoreText(now)} </b>}
      {played && judgement !== "good" && <>{t(`review.was.${judgement}`, { move: played.san })} </>}
      {best && (
        <>
          {t("review.better")} {lineText(best.line, number, turn)} ({scoreText(best)})
        </>
      )}
    </p>
  );
}
