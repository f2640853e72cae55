import { mount } from "svelte";

import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
