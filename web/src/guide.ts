/**
 * Makes the diagrams of the guide live. A page is whole without this: the server drew the moves. Here the
 * piece can be moved, and blockers and enemies put in its way.
 */

import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/board.css";
import { h, render } from "preact";
import { GuideDiagram, type GuideTexts } from "./board/GuideDiagram";
import { installSprite } from "./board/sprite";
import { isDark } from "./core/geometry";

const figures = document.querySelectorAll<HTMLElement>("figure.diagram[data-variant][data-piece]");
if (figures.length > 0) installSprite();

for (const figure of figures) {
  const {
    variant = "",
    piece = "",
    art = "",
    files = "8",
    ranks = "8",
    square = "",
    placement = "",
  } = figure.dataset;
  const shape = { files: Number(files), ranks: Number(ranks) };
  const place = figure.querySelector(".diagram-live") ?? figure.querySelector("svg")?.parentElement;
  if (!place || !(shape.files > 0 && shape.ranks > 0) || isDark(shape, 0) === false) continue;
  const texts: GuideTexts = { label: figure.dataset.label ?? piece, how: figure.dataset.how ?? "" };
  const activate = (): void => {
    place.replaceChildren();
    render(
      h(GuideDiagram, { variant, letter: piece, art: art || piece, shape, square, placement, texts }),
      place,
    );
  };
  // Nothing is asked of the server until somebody wants to try.
  figure.addEventListener("pointerenter", activate, { once: true });
  figure.addEventListener("focusin", activate, { once: true });
}
