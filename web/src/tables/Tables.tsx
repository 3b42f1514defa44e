/** The door to the pages about endings: they and their texts are loaded when somebody goes there. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { VariantInfo } from "../core/wire";
import { needTexts, t } from "../ui/language";

type Page = ComponentType<{ variants: readonly VariantInfo[] }>;

let loaded: Page | null = null;

export function Tables({ variants }: { variants: readonly VariantInfo[] }) {
  const [Inside, setInside] = useState<Page | null>(() => loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (loaded) return;
    Promise.all([import("./TablesPage"), needTexts("tables")]).then(
      ([page]) => {
        loaded = page.default;
        setInside(() => page.default);
      },
      () => setFailed(true),
    );
  }, []);
  if (Inside) return <Inside variants={variants} />;
  return (
    <main class="page" aria-busy={!failed}>
      {failed && <h1>{t("error.offline")}</h1>}
    </main>
  );
}
