/** Pieces glide from where they were to where they are now. */

import type { Placement } from "../core/fen";
import { type Color, cellOf, type Shape, type Square } from "../core/geometry";

export interface Step {
  readonly from: Square;
  readonly to: Square;
}

function distance(shape: Shape, a: Square, b: Square): number {
  const one = cellOf(shape, a, "white");
  const two = cellOf(shape, b, "white");
  return Math.max(Math.abs(one.column - two.column), Math.abs(one.row - two.row));
}

/**
 * Which piece went where between two positions: each newly filled square takes the nearest square that the
 * same piece left. Empty where too much changed for it to have been a move.
 */
export function stepsBetween(shape: Shape, before: Placement, after: Placement): Step[] {
  if (before.length !== after.length) return [];
  const left: Square[] = [];
  const filled: Square[] = [];
  for (let square = 0; square < after.length; square++) {
    if (before[square] === after[square]) continue;
    if (before[square]) left.push(square);
    if (after[square]) filled.push(square);
  }
  if (left.length > 5 || filled.length > 4) return [];
  const steps: Step[] = [];
  for (const to of filled) {
    const sources = left
      .filter((from) => before[from] === after[to] && !steps.some((step) => step.from === from))
      .sort((a, b) => distance(shape, a, to) - distance(shape, b, to));
    if (sources[0] !== undefined) steps.push({ from: sources[0], to });
  }
  return steps;
}

const DURATION_MS = 170;

/** Starts the animations; the piece that was dropped by hand on `landed` is there already. */
export function glide(
  group: SVGGElement,
  shape: Shape,
  before: Placement,
  after: Placement,
  bottom: Color,
  unit: number,
  landed: Square | null,
): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { from, to } of stepsBetween(shape, before, after)) {
    if (to === landed) continue;
    const element = group.querySelector(`[data-at="${to}"]`);
    if (!element) continue;
    const start = cellOf(shape, from, bottom);
    const end = cellOf(shape, to, bottom);
    const at = (cell: { column: number; row: number }): string =>
      `translate(${cell.column * unit}px, ${cell.row * unit}px)`;
    element.animate([{ transform: at(start) }, { transform: at(end) }], {
      duration: DURATION_MS,
      easing: "ease-out",
    });
  }
}
