// Preloaded before an import (`deno run --preload`). As soon as the second thread of the analysis has answered, the
// process prints "analysing" and hears nothing more of that thread, so that the analysis cannot end before a test has
// stopped the process.
const END_AFTER_MS = 60_000;
const Plain = globalThis.Worker;

globalThis.Worker = class extends Plain {
  override set onmessage(_: (event: MessageEvent) => void) {
    this.addEventListener("message", () => {
      Deno.stdout.writeSync(new TextEncoder().encode("analysing\n"));
      setTimeout(() => Deno.exit(70), END_AFTER_MS);
    }, { once: true });
  }
};
