/** A move typed as SAN or UCI, with completion. */

import { useState } from "preact/hooks";
import { completions, findTyped, type LegalMove } from "../core/move";
import { t } from "../ui/language";
import { alertNow } from "../ui/say";

interface Props {
  readonly legal: readonly LegalMove[];
  readonly disabled: boolean;
  readonly onMove: (uci: string) => void;
  /** Says why a move in UCI text is not legal; false where the text is no such move. */
  readonly explain: (text: string) => boolean;
}

export function TypedMove({ legal, disabled, onMove, explain }: Props) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  function submit(event: Event): void {
    event.preventDefault();
    if (!text.trim() || disabled) return;
    const move = findTyped(text, legal);
    if (move) {
      setText("");
      setProblem("");
      onMove(move.uci);
      return;
    }
    if (explain(text.trim().toLowerCase())) return;
    const message = t("typed.unknown", { text: text.trim() });
    setProblem(message);
    alertNow(message);
  }
  return (
    <form class="typed" onSubmit={submit}>
      <label>
        <span class="unseen">{t("typed.label")}</span>
        <input
          type="text"
          name="move"
          value={text}
          list="typed-moves"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={t("typed.placeholder")}
          aria-invalid={problem !== ""}
          maxLength={16}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setProblem("");
          }}
        />
      </label>
      <datalist id="typed-moves">
        {completions(text, legal, 8).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <button type="submit" disabled={disabled}>
        {t("typed.play")}
      </button>
      <p class="typed-problem">{problem}</p>
    </form>
  );
}
