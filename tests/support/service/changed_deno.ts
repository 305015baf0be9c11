// Preloaded before the service: a later Deno, whose undocumented part has changed. `deno run` sets that part once more
// for a module that exports `fetch`, hence the setter.
Object.defineProperty(Reflect.get(Deno, Reflect.get(Deno, "internal")), "serveHttpOnConnection", {
  get: () => () => {
    throw new TypeError("It takes other arguments now");
  },
  set: () => {},
});
