/** The piece drawings as symbols in the page, `p-NAME`, for <use>. */

const drawings = import.meta.glob<string>("../../../internal/art/pieces/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

const SVG = "http://www.w3.org/2000/svg";

/** Puts the sprite into the page, once. Elements, not markup: a strict policy allows no inline style. */
export function installSprite(): void {
  if (document.getElementById("pieces")) return;
  const sprite = document.createElementNS(SVG, "svg");
  sprite.id = "pieces";
  sprite.setAttribute("class", "unseen");
  sprite.setAttribute("aria-hidden", "true");
  for (const [file, text] of Object.entries(drawings)) {
    const name = file.slice(file.lastIndexOf("/") + 1, -".svg".length);
    const source = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const symbol = document.createElementNS(SVG, "symbol");
    symbol.id = `p-${name}`;
    symbol.setAttribute("viewBox", source.getAttribute("viewBox") ?? "0 0 48 48");
    symbol.append(...Array.from(source.childNodes).map((node) => document.importNode(node, true)));
    sprite.append(symbol);
  }
  document.body.prepend(sprite);
}
