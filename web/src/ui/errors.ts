/** Refusals in words: the server's code is translated, its detail added where it says more. */

import type { WireError } from "../core/wire";
import { has, t } from "./language";

const WITH_DETAIL = new Set(["bad-fen", "bad-move", "bad-request"]);

export function errorText(error: WireError): string {
  const key = `error.${error.code}`;
  const text = has(key) ? t(key) : t("error.internal");
  return WITH_DETAIL.has(error.code) && error.detail ? `${text} (${error.detail})` : text;
}
