import fc from "fast-check";

/** Share of the runs of each property: `PROPERTY_RUNS`, a tenth by default. `deno task ok` makes all runs. */
const SHARE = Number(Deno.env.get("PROPERTY_RUNS") ?? 0.1);

/** The number of runs of a property, as a parameter of `fc.assert()`. */
export function runs(full = 100): { readonly numRuns: number } {
  return { numRuns: Math.ceil(full * SHARE) };
}

/** The share of some cases that a loop over all of them takes, from a random first one on. */
export function someOf<Case>(cases: readonly Case[]): readonly Case[] {
  const step = Math.max(1, Math.round(1 / SHARE));
  const first = Math.floor(Math.random() * Math.min(step, cases.length));
  return cases.filter((_, at) => at % step === first);
}

fc.configureGlobal(runs());

export { fc };
