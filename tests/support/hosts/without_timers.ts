// Preloaded before the service: a host where the timers that look for work do not run between requests.
const { setTimeout, setInterval } = globalThis;
const CALLER = 3;

function isDead(): boolean {
  const caller = new Error().stack?.split("\n")[CALLER] ?? "";
  return /\/websub\/(?:hub\.ts|schedule\/)/.test(caller);
}

Object.assign(globalThis, {
  setTimeout: (then: () => void, milliseconds?: number) => isDead() ? 0 : setTimeout(then, milliseconds),
  setInterval: (then: () => void, milliseconds?: number) => isDead() ? 0 : setInterval(then, milliseconds),
});
