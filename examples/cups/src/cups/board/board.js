/**
 * The board of Under the Cups, written by docs/new-board.md without Svelte: nothing is built. Everybody's cup stands on the stage, with what
 * whoever looks may see of it; in the dock one slides to a claim and makes it, or doubts the last one.
 */

const DOUBT = "doubt";
const FACES = "⚀⚁⚂⚃⚄⚅";

const STYLE = `
.cups-stage { display: grid; grid-template-rows: auto 1fr; gap: 0.5rem; padding: 0.5rem; overflow: hidden; color: var(--ink); }
.cups-claim { text-align: center; font: 700 1.25rem var(--font-round); min-block-size: 1.6em; }
.cups-round { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 0.5rem; align-content: center; }
.cups-seat { border: 2px solid var(--wood-dark); border-radius: 1rem 1rem 0.4rem 0.4rem; padding: 0.4rem; text-align: center; }
.cups-seat.turn { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent); }
.cups-seat.out { opacity: 0.6; }
.cups-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 700; }
.cups-dice { font-size: 2.75rem; line-height: 1.1; min-block-size: 1.1em; }
.cups-before { min-block-size: 1.3em; font-size: 0.875rem; }
.cups-dock { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.5rem; min-block-size: 3.75rem; }
.cups-dock input { flex: 1 1 8rem; min-inline-size: 6rem; block-size: 2.75rem; accent-color: var(--accent); }
.cups-dock [hidden] { display: none; }
.cups-dock .hinted { outline: 3px solid var(--sun); outline-offset: 2px; }
`;

/** An element with a class, its text or what is in it. */
function made(tag, name, ...inner) {
  const element = document.createElement(tag);
  element.className = name;
  element.append(...inner);
  return element;
}

const faces = (dice) =>
  dice.map((die) => (die === null ? "?" : FACES[die - 1])).join(" ");

function drawSeat({ view, seats, say }, cup, seat) {
  const drawn = made(
    "div",
    "cups-seat",
    made("div", "cups-name", seats[seat].name),
    made("div", "cups-chips", "●".repeat(cup.chips) || say("drawn.out")),
    made("div", "cups-dice", faces(cup.dice)),
    made(
      "div",
      "cups-before",
      cup.shown.length ? say("drawn.before", { dice: faces(cup.shown) }) : "",
    ),
  );
  drawn.classList.toggle("turn", view.turn === seat);
  drawn.classList.toggle("out", cup.chips === 0);
  drawn.setAttribute("role", "img");
  const dice =
    cup.dice.length === 0
      ? ""
      : cup.dice.includes(null)
        ? say("drawn.hidden")
        : cup.dice.join(", ");
  drawn.setAttribute(
    "aria-label",
    say("drawn.cup", { who: seats[seat].name, n: cup.chips, dice }),
  );
  return drawn;
}

export function mount(target, first) {
  const claim = made("div", "cups-claim");
  const round = made("div", "cups-round");
  const stage = made("div", "cups-stage", claim, round);
  stage.dataset.part = "stage";
  const slider = made("input", "");
  slider.type = "range";
  const [make, doubt] = [
    made("button", "button main"),
    made("button", "button"),
  ];
  const dock = made("div", "cups-dock", slider, make, doubt);
  dock.dataset.part = "dock";
  target.append(made("style", "", STYLE), stage);

  let props = first;
  const labelOf = (wanted) =>
    props.moves.find(({ move }) => move === wanted)?.label ?? "";

  function turnTo(value) {
    slider.value = value;
    make.textContent = labelOf(slider.value);
    make.dataset.spot = slider.value;
  }

  function showDock() {
    const claims = props.moves
      .map(({ move }) => move)
      .filter((move) => move !== DOUBT);
    const mayDoubt = props.moves.some(({ move }) => move === DOUBT);
    slider.hidden = make.hidden = claims.length === 0;
    doubt.hidden = !mayDoubt;
    doubt.textContent = labelOf(DOUBT);
    doubt.dataset.spot = DOUBT;
    slider.setAttribute("aria-label", props.say("drawn.slide"));
    if (claims.length && slider.min !== claims[0]) {
      [slider.min, slider.max] = [claims[0], claims[claims.length - 1]]; // they come in order
      turnTo(claims[0]);
    }
    if (claims.includes(props.hint)) turnTo(props.hint);
    make.classList.toggle(
      "hinted",
      props.hint !== "" && props.hint === slider.value,
    );
    doubt.classList.toggle("hinted", props.hint === DOUBT);
  }

  function show(next) {
    props = next;
    const { view, seats, say } = props;
    claim.textContent =
      view.claim === null
        ? ""
        : say("drawn.claim", {
            who: seats[view.claimer].name,
            claim: view.claim,
          });
    round.replaceChildren(
      ...view.seats.map((cup, seat) => drawSeat(props, cup, seat)),
    );
    if (!props.plays) dock.remove();
    else if (!dock.isConnected) target.append(dock);
    if (props.plays) showDock();
  }

  slider.addEventListener("input", () => turnTo(slider.value));
  make.addEventListener("click", () => props.onmove(slider.value));
  doubt.addEventListener("click", () => props.onmove(DOUBT));
  show(props);
  return { update: show, destroy: () => target.replaceChildren() };
}
