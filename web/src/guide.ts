/**
 * Makes the diagrams of the guide live. A page is whole without this: the server drew the moves. Here the
 * piece can be moved, and blockers and enemies put in its way.
 */

import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/board.css";
import { h, render } from "preact";
import { GuideDiagram } from "./board/GuideDiagram";
import { installSprite } from "./board/sprite";
import { chooseLanguage } from "./core/i18n";
import { getVariants } from "./net/http";
import { useLanguage } from "./ui/language";
import "./ui/memory"; // puts on the theme that was chosen
import { artOf } from "./ui/variants";

const figures = document.querySelectorAll<HTMLElement>("figure.diagram[data-variant][data-piece]");
if (figures.length > 0) installSprite();

for (const [index, figure] of [...figures].entries()) {
  const { variant = "", piece = "", files = "8", ranks = "8", square = "", placement = "" } = figure.dataset;
  const shape = { files: Number(files), ranks: Number(ranks) };
  const place = figure.querySelector<HTMLElement>(".diagram-live");
  if (!place || !(shape.files > 0 && shape.ranks > 0)) continue;
  place.tabIndex = 0;
  const { label = piece, how = "" } = figure.dataset;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", label);
  place.title = how;
  // Written once, before anybody reads: nothing moves when a diagram comes alive.
  if (index === 0) figure.querySelector("figcaption")?.append(document.createElement("br"), how);
  let begun = false;
  // Nothing is asked of the server until somebody wants to try.
  const activate = async (event: Event): Promise<void> => {
    if (begun) return;
    begun = true;
    const info = (await getVariants().catch(() => [])).find((each) => each.id === variant);
    if (!info) {
      begun = false;
      return;
    }
    await useLanguage(chooseLanguage([document.documentElement.lang]));
    for (const each of ["tabindex", "role", "aria-label"]) place.removeAttribute(each);
    place.replaceChildren();
    const art = (letter: string): string => artOf(info, letter);
    render(h(GuideDiagram, { variant: info, letter: piece, art, shape, square, placement, label }), place);
    if (event.type === "focusin") place.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  };
  figure.addEventListener("pointerenter", activate);
  figure.addEventListener("focusin", activate);
}
