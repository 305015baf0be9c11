// Preloaded before the service and the commands (`deno run --preload`): their clock differs from the machine's by the
// milliseconds in the file that SOAK_CLOCK names. The file is read again and again, so that the clock jumps while they run.
const FILE = Deno.env.get("SOAK_CLOCK") ?? "";
const READ_EVERY_MS = 50;

const trueNow = Date.now;
let shift = 0;
read();

function read(): void {
  try {
    shift = Number(Deno.readTextFileSync(FILE));
  } catch {
    // In a flood there may be no descriptor left; the next time there is.
  }
}

Date.now = () => trueNow() + shift;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget),
  apply: () => new Date().toString(),
});
Deno.unrefTimer(setInterval(read, READ_EVERY_MS));
