/** What a guest calls himself; the same wherever it is asked. */

import { t } from "./language";
import { guestName, renameGuest } from "./memory";

export function NameField() {
  return (
    <label class="field">
      <span>{t("name.yours")}</span>
      <input
        type="text"
        name="guest"
        autocomplete="nickname"
        maxLength={40}
        value={guestName.value}
        onInput={(event) => renameGuest(event.currentTarget.value)}
      />
    </label>
  );
}
