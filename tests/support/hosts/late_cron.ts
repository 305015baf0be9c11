// Preloaded before the service: a host that refuses its cron, as one does after `Deno.serve`.
Object.defineProperty(Deno, "cron", {
  value: () => {
    throw new TypeError("The server has started.");
  },
});
