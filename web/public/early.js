// Runs before the first paint: applies the colours and the language chosen on this device, so that nothing
// flashes, and shows a notice if the browser is too old for the pages. Written in old JavaScript for that case.
(function () {
  var root = document.documentElement;
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("ludothek.settings") || "{}");
  } catch {
    // storage may be forbidden: use the defaults
  }
  ["theme", "contrast", "motion"].forEach(function (name) {
    if (chosen[name]) root.dataset[name] = chosen[name];
  });
  root.lang = chosen.language || ((navigator.language || "").indexOf("de") === 0 ? "de" : "en");

  // Features that the oldest supported browsers (web/minimum.ts) introduced: Safari, Chrome, Firefox.
  var isNew =
    "DecompressionStream" in window && window.CSS && CSS.supports("color", "color-mix(in srgb, red, blue)") && CSS.supports("selector(:has(a))");
  if (!isNew) {
    root.dataset.old = "";
    document.addEventListener("DOMContentLoaded", function () {
      var notice = document.createElement("p");
      notice.setAttribute("role", "alert");
      notice.style.cssText = "padding: 1em; margin: 0; background: #f2b632; color: #2a1d05; font: 600 1em sans-serif";
      notice.textContent =
        root.lang === "de"
          ? "Dieser Browser ist zu alt für Ludothek: manches sieht falsch aus oder geht nicht. Bitte nimm einen neueren (ab Chrome 111, Firefox 121, Safari 16.4)."
          : "This browser is too old for Ludothek: some things look wrong or do not work. Please use a newer one (from Chrome 111, Firefox 121, Safari 16.4 on).";
      document.body.insertBefore(notice, document.body.firstChild);
    });
  }
})();
