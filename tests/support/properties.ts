import fc from "fast-check";

/** Share of the runs of each property: `PROPERTY_RUNS`, a tenth by default. `deno task ok` makes all runs. */
const SHARE = Number(Deno.env.get("PROPERTY_RUNS") ?? 0.1);

/** The number of runs of a property, as a parameter of `fc.assert()`. */
export function runs(full = 100): { readonly numRuns: number } {
  return { numRuns: Math.ceil(full * SHARE) };
}

fc.configureGlobal(runs());

export { fc };
