/** Where the client begins. */

import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/board.css";
import "./styles/play.css";
import "./styles/tag.css";
import { render } from "preact";
import { installSprite } from "./board/sprite";
import { App } from "./pages/App";
import { preferredLanguage, useLanguage } from "./ui/language";
import { startRouter } from "./ui/router";
import { unlockSound } from "./ui/sound";
import { loadVariants } from "./ui/variants";

installSprite();
startRouter();
addEventListener("pointerdown", unlockSound);
addEventListener("keydown", unlockSound);
void loadVariants();
await useLanguage(preferredLanguage());
render(<App />, document.getElementById("app")!);
