import fc from "fast-check";

/** Share of the runs of each property: `PROPERTY_RUNS`, a tenth by default. `deno task ok` makes all runs. */
const SHARE = Number(Deno.env.get("PROPERTY_RUNS") ?? 0.1);
/** What the cases of properties and of {@linkcode someOf} are drawn by: `PROPERTY_SEED`, another one each time by default. */
const GIVEN_SEED = Deno.env.get("PROPERTY_SEED");
const SEED = Number(GIVEN_SEED ?? Math.floor(Math.random() * 1e6));

/** The number of runs of a property, as a parameter of `fc.assert()`. */
export function runs(full = 100): { readonly numRuns: number } {
  return { numRuns: Math.ceil(full * SHARE) };
}

/** The share of some cases that a loop over all of them takes. A loop that fails warns of the seed that repeats it. */
export function* someOf<Case>(
  cases: readonly Case[],
  share = SHARE,
  seed = SEED,
  // deno-lint-ignore no-console -- The test runner does not know the seed.
  warn: (text: string) => void = console.warn,
): Generator<Case, void> {
  const step = Math.max(1, Math.round(1 / share));
  let isWhole = false;
  try {
    for (let at = seed % Math.min(step, cases.length); at < cases.length; at += step) yield cases[at]!;
    isWhole = true;
  } finally {
    if (!isWhole) warn(`PROPERTY_SEED=${seed} repeats the cases of this loop.`);
  }
}

fc.configureGlobal({ ...runs(), ...GIVEN_SEED !== undefined && { seed: SEED } });

export { fc };
