// The people of bench/server.py: so many tables with two connected seats each, each seat making a random legal move as soon as it may,
// or after thinking for a while. Usage: node server_driver.cjs ludothek|boardgame PORTS tables.json SECONDS PIDS PAUSE [WARM_UP], where PORTS and PIDS
// are those of the server's processes, with commas between, PAUSE is how many milliseconds a seat thinks on average, and WARM_UP how
// many seconds pass before anything is counted; prints one JSON line.
// Latency: from sending a move to the other seat's receipt of the position after it, or to one's own where one plays alone.
const fs = require("fs");
const { createRequire } = require("module");
const packages = createRequire(process.cwd() + "/");

const [kind, ports, listed, seconds, pids, pause, warmUp = "10"] = process.argv.slice(2).map((given) => (given.includes(",") ? given.split(",") : given));
const tables = JSON.parse(fs.readFileSync(listed, "utf8"));
const WARM_UP = 1000 * warmUp; // as long as it takes until the wave of connections, all within a second, has passed
const READY = "ready "; // what the ids of those begin with who need no more time to look
let counting = false;
let moves = 0;
let used = 0;
let games = 0;
let refused = 0;
const latencies = [];
const sizes = []; // of frames, in bytes

// Processor time of the server in ms: what a move costs, however busy the machine is with other things.
const cpu = () => [pids].flat().reduce((sum, pid) => {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  return sum + (Number(fields[11]) + Number(fields[12])) * 10;
}, 0);
const resident = () => [pids].flat().reduce((sum, pid) => sum + Number(fs.readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096, 0);
// The process at which a seat looks: both seats of a table at the same one, or, where it says so, wherever their link has led them.
const portOf = (table, seat) => { const all = [ports].flat(); return all[(table.number + (table.apart ? seat : 0)) % all.length]; };
const any = (list) => list[Math.floor(Math.random() * list.length)];
const moved = (table, seat, version) => { table.sentAt = performance.now(); table.sentBy = seat; table.sentFrom = version; };
const seen = (table, seat, version) => {
  if (table.sentBy === undefined || (table.sentBy === seat && table.cookies?.length !== 1) || version <= table.sentFrom) return;
  if (counting) { if (kind !== "ludothek") moves++; latencies.push(performance.now() - table.sentAt); }
  table.sentBy = undefined;
};

function ludothek(table) {
  const WebSocket = packages("ws");
  let clicks = 0;
  const seats = table.cookies.map((cookie, seat) => {
    const socket = new WebSocket(`ws://127.0.0.1:${portOf(table, seat)}/api/tables/${table.id}/live?language=en&words=no`, { headers: { cookie }, perMessageDeflate: false });
    const send = (what) => socket.send(JSON.stringify({ id: `${seat}.${clicks++}`, ...what }));
    let token, mine;
    let last = 0, waiting = false, thinking = false, latest = null, shownAt = 0, going = false;
    const act = () => {
      if (waiting || thinking || !latest || latest.moves.length === 0 || latest.waits_for?.length > 0) return;
      const early = (latest.moves[0].from ?? 0) - latest.now - (performance.now() - shownAt); // no move is taken before
      if (pause === "0" && early < 0) return decide();
      thinking = true;
      setTimeout(() => { thinking = false; decide(); }, Math.max(Math.random() * 2 * pause, early));
    };
    const decide = () => {
      if (waiting || going || !latest || latest.moves.length === 0) return;
      if (table.sentBy === undefined) moved(table, seat, latest.version);
      waiting = true;
      send({ do: "move", seat: mine, token, version: latest.version, move: any(latest.moves).move });
    };
    const go = (id) => { going = true; send({ do: "go", table: id }); };
    socket.on("message", (data) => {
      const frame = JSON.parse(data);
      if (frame.type === "answer") {
        if (!frame.ok) { refused++; if (table.sentBy === seat) table.sentBy = undefined; } // nothing was moved
        if (frame.id.startsWith(READY)) return;
        if (going && frame.table) { going = false; last = 0; latest = null; waiting = false; return; }
        if (frame.table) { games++; seats.forEach((other) => other.go(frame.table)); return; }
        if (counting && frame.ok) moves++;
        waiting = false;
        if (frame.retry_in_ms) setTimeout(act, frame.retry_in_ms);
        if (latest && latest.version >= frame.version) act();
      }
      if (going) return; // still of the table before
      if (frame.type === "you") { mine = frame.seats[0].seat; token = frame.seats[0].token; }
      if (frame.type !== "table" || frame.version <= last) return;
      if (counting) sizes.push(data.length);
      last = frame.version;
      if (frame.events.some((event) => event.kind === "move")) seen(table, seat, frame.version);
      if (frame.phase === "over") { if (seat === 0) send({ do: "rematch" }); return; }
      latest = frame;
      shownAt = performance.now();
      if (frame.waits_for?.includes(mine)) send({ id: `${READY}${clicks++}`, do: "ready" });
      act();
    });
    return { go };
  });
}

function boardgame(table, number) {
  const { io } = packages("socket.io-client");
  let match = `m${number}`;
  const sockets = [0, 1].map((seat) => {
    const socket = io(`http://127.0.0.1:${ports}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
    const look = (state) => {
      if (state.ctx.gameover) {
        if (seat === 0) { games++; match = `m${number}.${games}`; sockets.forEach((other, who) => other.emit("sync", match, String(who), undefined, 2)); }
        return;
      }
      if (state.ctx.currentPlayer !== String(seat)) return;
      const free = [...state.G.cells.keys()].filter((cell) => state.G.cells[cell] === null);
      const decide = () => {
        moved(table, seat, state._stateID);
        const action = { type: "MAKE_MOVE", payload: { type: "clickCell", args: [any(free)], playerID: String(seat) } };
        socket.emit("update", action, state._stateID, match, String(seat));
      };
      if (pause === "0") decide();
      else setTimeout(decide, Math.random() * 2 * pause);
    };
    socket.on("connect", () => socket.emit("sync", match, String(seat), undefined, 2));
    socket.on("sync", (id, info) => { if (id === match && info.state._stateID === 0) look(info.state); });
    socket.on("update", (id, state) => { if (id === match) { seen(table, seat, state._stateID); look(state); } });
    return socket;
  });
}

tables.forEach(kind === "ludothek" ? ludothek : boardgame);
setTimeout(() => { counting = true; used = cpu(); }, WARM_UP);
setTimeout(() => {
  latencies.sort((a, b) => a - b);
  sizes.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)] ?? null;
  console.log(JSON.stringify({ resident: resident(), moves_per_second: moves / seconds, p50_ms: at(0.5), p99_ms: at(0.99), cpu_ms_per_move: (cpu() - used) / moves, games, refused, counted: latencies.length, ...(sizes.length ? { frame_bytes: sizes[Math.floor(sizes.length / 2)] } : {}) }));
  process.exit(0);
}, WARM_UP + seconds * 1000);
