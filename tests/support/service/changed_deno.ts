// Preloaded before the service: a later Deno, whose undocumented part has changed.
Reflect.set(Reflect.get(Deno, Reflect.get(Deno, "internal")), "serveHttpOnConnection", () => {
  throw new TypeError("It takes other arguments now");
});
