import { mount } from "svelte";

import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { version } from "./shell/version.svelte";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD) version.watch();
