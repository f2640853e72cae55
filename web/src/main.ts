import { mount } from "svelte";

import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { settings } from "./shell/settings.svelte";
import { version } from "./shell/version.svelte";
import { learn } from "./texts";

// Not by a top-level await: nothing could share a file with an entry that waits.
void learn(settings.language).then(() => mount(App, { target: document.getElementById("app")! }));

if (import.meta.env.PROD) version.watch();
