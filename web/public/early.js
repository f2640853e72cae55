// Before the first paint: the colours and the language that were chosen on this device, so that nothing flashes.
try {
  const chosen = JSON.parse(localStorage.getItem("ludothek.settings") || "{}");
  const root = document.documentElement;
  for (const name of ["theme", "contrast", "motion"]) if (chosen[name]) root.dataset[name] = chosen[name];
  root.lang = chosen.language || (navigator.language.startsWith("de") ? "de" : "en");
} catch {
  // storage may be forbidden; the defaults will do
}
