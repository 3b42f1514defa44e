/** The value of a position, asked for anew whenever it changes. */

import { useEffect, useState } from "preact/hooks";
import type { VariantInfo, WireError } from "../core/wire";
import { problemText } from "./values";
import { probe as ask, type Probe } from "./wire";

export interface Probed {
  /** Of the position asked for; null while there is no answer. */
  readonly probe: Probe | null;
  readonly problem: string;
  /** The table is being built. */
  readonly building: boolean;
}

const NOTHING: Probed = { probe: null, problem: "", building: false };

/** Pure: draws by lack of material are not looked at. */
export function useProbe(variant: VariantInfo, fen: string, pure: boolean): Probed {
  const [state, setState] = useState<Probed & { readonly asked: string }>({ ...NOTHING, asked: "" });
  const asked = `${variant.id} ${fen} ${pure}`;
  useEffect(() => {
    let current = true;
    const put = (next: Partial<Probed>): void => {
      if (current) setState({ ...NOTHING, ...next, asked });
    };
    ask(variant.id, fen, () => put({ building: true }), pure).then(
      (probe) => put({ probe }),
      (error: WireError) => put({ problem: problemText(error, fen, variant) }),
    );
    return () => {
      current = false;
    };
  }, [asked]);
  return state.asked === asked ? state : NOTHING;
}
