import { hold } from "./holding";
import { THINKER } from "./messages";
import { think } from "./thinking";

// One file for both kinds of worker: most of it is Python, and need not come twice.
onmessage = self.name === THINKER ? think : hold;
