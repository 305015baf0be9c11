// Preloaded before the service: a host that refuses workers. It says on the log that one was asked for.

Object.defineProperty(globalThis, "Worker", {
  value: class {
    constructor() {
      Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify({ message: "a worker was refused" })}\n`));
      throw new DOMException("Workers are not supported here.", "NotSupportedError");
    }
  },
});
