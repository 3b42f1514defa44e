/** Refusals in words: the server's code is translated, its detail added where it says more. */

import { splitFen } from "../core/fen";
import { faultOf } from "../core/fencheck";
import type { VariantInfo, WireError } from "../core/wire";
import { has, t } from "./language";

const WITH_DETAIL = new Set(["bad-fen", "bad-move", "bad-pgn", "bad-request"]);

export function errorText(error: WireError): string {
  const key = `error.${error.code}`;
  const text = has(key) ? t(key) : t("error.internal");
  return WITH_DETAIL.has(error.code) && error.detail ? `${text} (${error.detail})` : text;
}

/** Why the server refused a position: the fault with its place where we can name it ourselves. */
export function fenErrorText(error: WireError, fen: string, variant: VariantInfo): string {
  if (error.code !== "bad-fen") return errorText(error);
  const fault = faultOf(fen, variant);
  if (fault) return t(`fen.${fault.key}`, fault.params);
  if (error.detail.includes("could be captured")) return t(`fen.in-check.${splitFen(fen).turn}`);
  return errorText(error);
}
