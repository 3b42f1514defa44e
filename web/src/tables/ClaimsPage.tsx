/** What the inventors claim of their endings, and what the tables say of it. */

import { useEffect, useState } from "preact/hooks";
import { Diagram } from "../board/Diagram";
import { placementOf } from "../core/fen";
import type { VariantInfo, WireError } from "../core/wire";
import { errorText } from "../ui/errors";
import { has, language, t } from "../ui/language";
import { artOf } from "../ui/variants";
import { movesIn } from "./ladder";
import { endingLink, exploreLink } from "./names";
import { type Claim, getClaims } from "./wire";

const VERDICTS: Readonly<Record<Claim["verdict"], string>> = {
  holds: "holds",
  "holds with exceptions": "excepts",
  "does not hold": "fails",
};

/** Positions that the game itself ends by the draw for lack of material. */
const PURE = new Set(["mates-exist", "one-colour"]);

export function ClaimsPage({ variants }: { variants: readonly VariantInfo[] }) {
  const [claims, setClaims] = useState<readonly Claim[] | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let current = true;
    getClaims().then(
      (list) => current && setClaims(list),
      (error: WireError) => current && setProblem(errorText(error)),
    );
    return () => {
      current = false;
    };
  }, []);
  return (
    <main class="page claims" aria-busy={!claims && !problem}>
      <h1>{t("tables.claims.title")}</h1>
      <p class="lead">{t("tables.claims.lead")}</p>
      <p class="problem" role="alert">
        {problem}
      </p>
      {claims?.map((claim) => (
        <ClaimOf key={claim.number} claim={claim} variants={variants} />
      ))}
    </main>
  );
}

function ClaimOf({ claim, variants }: { claim: Claim; variants: readonly VariantInfo[] }) {
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 });
  const verdict = VERDICTS[claim.verdict];
  return (
    <section class="claim" id={`claim-${claim.number}`}>
      <h2>
        {claim.number}. {t(`tables.claim.${claim.number}`)}
      </h2>
      {claim.quote ? (
        <figure class="claim-quote">
          <blockquote lang="en">{claim.quote}</blockquote>
          <figcaption class="quiet">
            {claim.by}, <a href={claim.source}>{new URL(claim.source).hostname}</a>
            {claim.partly && <> · {t("tables.claims.partly")}</>}
          </figcaption>
        </figure>
      ) : (
        <p class="quiet">
          {t("tables.claims.ours", { by: claim.by })}{" "}
          <a href={claim.source}>{new URL(claim.source).hostname}</a>
        </p>
      )}
      <p>
        <strong class={`verdict verdict-${verdict}`}>{t(`tables.verdict.${verdict}`)}</strong>{" "}
        {t(`tables.claim.${claim.number}.finding`)}
      </p>
      {claim.exceptions.length > 0 && (
        <ul class="claim-boards">
          {claim.exceptions.map((shown) => {
            const variant = variants.find((each) => each.id === shown.variant);
            if (!variant) return null;
            const text = t(`tables.shown.${shown.what}`, {
              ending: shown.ending,
              count: number.format(shown.count),
              moves: movesIn(shown.plies),
            });
            return (
              <li key={shown.fen + shown.what}>
                <Diagram
                  shape={variant}
                  placement={placementOf(shown.fen, variant)}
                  art={(letter) => artOf(variant, letter)}
                  label={`${shown.ending}: ${text}`}
                />
                <p>
                  <a href={endingLink(shown.variant, shown.ending)}>{shown.ending}</a>: {text}{" "}
                  {/[K].*k|k.*K/.test(shown.fen) && (
                    <a href={exploreLink(shown.variant, shown.fen, PURE.has(shown.what))}>
                      {t("tables.look")}
                      <span class="unseen"> {shown.ending}</span>
                    </a>
                  )}
                </p>
              </li>
            );
          })}
        </ul>
      )}
      <details>
        <summary>{t("tables.claims.numbers", { count: claim.numbers.length })}</summary>
        <table class="figures">
          <tbody>
            {claim.numbers.map((each) => {
              const key = `tables.number.${each.what}`;
              return (
                <tr key={each.name}>
                  <th scope="row">
                    {each.ending ? `${each.ending}: ` : ""}
                    {has(key) ? t(key) : each.name}
                  </th>
                  <td>
                    {number.format(each.value)}{" "}
                    {t(`tables.unit.${each.unit === "%" ? "percent" : each.unit}`)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </section>
  );
}
