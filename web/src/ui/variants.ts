/** The games that the server knows, asked for once. */

import { signal } from "@preact/signals";
import type { VariantInfo } from "../core/wire";
import { getVariants } from "../net/http";

export const variants = signal<readonly VariantInfo[] | null>(null);
export const variantsFailed = signal(false);

export async function loadVariants(): Promise<void> {
  variantsFailed.value = false;
  try {
    variants.value = await getVariants();
  } catch {
    variantsFailed.value = true;
  }
}

export function variantOf(id: string): VariantInfo | undefined {
  return variants.value?.find((each) => each.id === id);
}

/** The drawing of the piece that a letter stands for. */
export function artOf(variant: VariantInfo, letter: string): string {
  return variant.pieces.find((each) => each.letter === letter.toUpperCase())?.name ?? "pawn";
}
