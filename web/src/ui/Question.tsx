/** A question with two answers, in a dialog that a tap beside it closes. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  /** Also what a screen reader calls the dialog. */
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  /** However it was closed, after onYes too. */
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Shown as long as it is rendered. */
export function Question({ title, yes, no, onYes, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="question"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <h2>{title}</h2>
      {children}
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            onYes();
            dialog.current?.close();
          }}
        >
          {yes}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {no}
        </button>
      </div>
    </dialog>
  );
}
