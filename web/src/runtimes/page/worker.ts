import { hold } from "./holding";
import { THINKER } from "./messages";
import { think } from "./thinking";

// One script for both kinds of worker: most of it is shared, and is downloaded once.
onmessage = self.name === THINKER ? think : hold;
