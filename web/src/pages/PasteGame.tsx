/** A game that was played elsewhere, to be looked at here. */

import { useState } from "preact/hooks";
import type { VariantInfo, WireError } from "../core/wire";
import { gameHeading } from "../core/words";
import { readPgn } from "../net/http";
import { errorText } from "../ui/errors";
import { t } from "../ui/language";
import { startGame } from "../ui/newgame";

export function PasteGame({ variants }: { variants: readonly VariantInfo[] }) {
  const [pgn, setPgn] = useState("");
  const [variant, setVariant] = useState("chess");
  const [problem, setProblem] = useState("");

  async function open(): Promise<void> {
    try {
      const { variant: id, fen, moves, white, black } = await readPgn(pgn, variant);
      await startGame(id, fen, { mode: "hotseat", clock: null, moves, white, black });
    } catch (error) {
      setProblem(errorText(error as WireError));
    }
  }

  return (
    <details class="paste">
      <summary>{t("paste.title")}</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <label class="field wide">
          <span>{t("paste.text")}</span>
          <textarea
            name="pgn"
            rows={8}
            spellcheck={false}
            value={pgn}
            onInput={(event) => setPgn(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t("paste.variant")}</span>
          <select value={variant} onChange={(event) => setVariant(event.currentTarget.value)}>
            {variants
              .filter((each) => !each.team)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {each.id === "teutonic-princess" ? each.name : gameHeading(t, each.id)}
                </option>
              ))}
          </select>
        </label>
        <p>
          <button type="submit" class="primary" disabled={pgn.trim() === ""}>
            {t("paste.open")}
          </button>
        </p>
        <p class="problem" role="alert">
          {problem}
        </p>
      </form>
    </details>
  );
}
