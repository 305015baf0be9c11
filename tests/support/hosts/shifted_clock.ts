// Preloaded into services and commands (`deno run --preload`). Shifts their clock by the milliseconds in the file that
// CLOCK_FILE names. Polls the file, so that the clock jumps while they run.
const FILE = Deno.env.get("CLOCK_FILE") ?? "";
const READ_EVERY_MS = 50;

const trueNow = Date.now;
let shift = 0;
read();

function read(): void {
  try {
    shift = Number(Deno.readTextFileSync(FILE));
  } catch {
    // In a flood, the process may have no free file descriptor. The next poll retries.
  }
}

Date.now = () => trueNow() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget),
  apply: () => new Date().toString(),
});
Deno.unrefTimer(setInterval(read, READ_EVERY_MS));
