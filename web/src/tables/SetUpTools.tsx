/** What changes a position that is set up: whose move it is, the tools, and the game. */

import type { Color } from "../core/geometry";
import { sentence } from "../core/i18n";
import type { VariantInfo } from "../core/wire";
import type { Tool } from "../pages/SetupPage";
import { t } from "../ui/language";

interface Props {
  readonly variant: VariantInfo;
  readonly games: readonly VariantInfo[];
  readonly turn: Color;
  /** Null while moves are looked at. */
  readonly tool: Tool | null;
  readonly onTool: (tool: Tool | null) => void;
  readonly onTurn: (turn: Color) => void;
  readonly onClear: () => void;
  readonly onVariant: (id: string) => void;
}

export function SetUpTools({ variant, games, turn, tool, onTool, onTurn, onClear, onVariant }: Props) {
  return (
    <>
      <fieldset class="segments">
        <legend>{t("setup.turn")}</legend>
        {(["white", "black"] as Color[]).map((each) => (
          <label key={each}>
            <input type="radio" name="turn" checked={turn === each} onChange={() => onTurn(each)} />
            <span>{sentence(t(`color.${each}`))}</span>
          </label>
        ))}
      </fieldset>
      <div class="row">
        <button
          type="button"
          aria-pressed={tool?.kind === "move"}
          onClick={() => onTool(tool?.kind === "move" ? null : { kind: "move" })}
        >
          {t("setup.move")}
        </button>
        <button
          type="button"
          aria-pressed={tool?.kind === "erase"}
          onClick={() => onTool(tool?.kind === "erase" ? null : { kind: "erase" })}
        >
          {t("setup.erase")}
        </button>
        <button type="button" onClick={onClear}>
          {t("setup.clear")}
        </button>
      </div>
      <label class="field">
        <span>{t("tables.game")}</span>
        <select value={variant.id} onChange={(event) => onVariant(event.currentTarget.value)}>
          {games.map((each) => (
            <option key={each.id} value={each.id}>
              {sentence(t(`game.${each.id}`))}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
