// Preloaded before tests on Deno 2.5, whose sanitizers count timers that keep no process alive, such as those of undici.
type Run = Deno.TestDefinition["fn"];

const { test } = Deno;
const NONE = { sanitizeOps: false, sanitizeResources: false };

Object.defineProperty(Deno, "test", {
  value: (given: string | Deno.TestDefinition, options: object | Run, fn = options as Run) =>
    test(typeof given === "string" ? { ...NONE, ...options, name: given, fn } : { ...NONE, ...given }),
});
