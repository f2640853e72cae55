import { mount } from "svelte";

import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { settings } from "./shell/settings.svelte";
import { version } from "./shell/version.svelte";
import { learn } from "./texts";

// No top-level await: the bundler could not put shared code into an entry that awaits.
void learn(settings.language).then(() => mount(App, { target: document.getElementById("app")! }));

if (import.meta.env.PROD) version.watch();
