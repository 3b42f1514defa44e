/** Words between players: only where the server opens them, and only while everyone wants them. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Chat as ChatState } from "../core/wire";
import type { GameSession } from "../net/session";
import { t } from "../ui/language";
import { say } from "../ui/say";

/** As the server counts them. */
const LONGEST = 300;

interface Props {
  readonly session: GameSession;
  readonly chat: ChatState | null | undefined;
  readonly mine: string | undefined;
  readonly name: (seat: string) => string;
}

export function Chat({ session, chat, mine, name }: Props) {
  const [text, setText] = useState("");
  const lines = useRef<HTMLUListElement>(null);
  const count = chat?.lines.length ?? 0;
  const seen = useRef(count);
  useEffect(() => {
    lines.current?.scrollTo({ top: lines.current.scrollHeight });
    for (const line of chat?.lines.slice(seen.current) ?? [])
      if (line.seat !== mine) say(t("chat.says", { who: name(line.seat), text: line.text }));
    seen.current = count;
  }, [count]);
  if (!chat || !mine) return null;
  const on = chat.on.includes(mine);
  return (
    <section class="chat" aria-label={t("chat.title")}>
      <label class="setting">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => session.send({ t: "chat", on: event.currentTarget.checked })}
        />
        {t("chat.title")}
      </label>
      {on && !chat.open && <p class="quiet">{t("chat.others-off")}</p>}
      {!on && chat.on.length > 0 && <p class="quiet">{t("chat.wanted")}</p>}
      {on && count > 0 && (
        <ul ref={lines} tabIndex={0}>
          {chat.lines.map((line, index) => (
            <li key={index}>
              <b>{line.seat === mine ? t("play.you") : name(line.seat)}</b> {line.text}
            </li>
          ))}
        </ul>
      )}
      {on && chat.open && (
        <form
          class="typed"
          onSubmit={(event) => {
            event.preventDefault();
            const line = text.trim();
            if (!line) return;
            session.send({ t: "say", text: line });
            setText("");
          }}
        >
          <label class="unseen" for="chat-line">
            {t("chat.line")}
          </label>
          <input
            id="chat-line"
            type="text"
            autocomplete="off"
            maxLength={LONGEST}
            value={text}
            placeholder={t("chat.line")}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit">{t("chat.send")}</button>
        </form>
      )}
    </section>
  );
}
