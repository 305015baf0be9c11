// Runs everything that must hold: see `deno task ok`.

import { print, table } from "../terminal/print.ts";

/** A part of the check: a `deno` command and what it needs in its environment. */
interface Part {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const OK = "ok";
const PARTS: readonly Part[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", "--config", "deno.dev.json", "."] },
  { name: "quick tests", args: ["task", "test"], env: { PROPERTY_RUNS: "1" } },
  { name: "system tests", args: ["task", "test:system"] },
];

/**
 * Runs all parts, whatever the result of each.
 *
 * @param run Runs `deno` with the arguments of a part; resolves to its exit code.
 * @returns A row for each part: name, `ok` or its exit code, and seconds.
 */
export async function checkAll(
  run: (part: Part) => Promise<number>,
  parts: readonly Part[] = PARTS,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for (const part of parts) {
    const begun = performance.now();
    const code = await run(part);
    const seconds = Math.round((performance.now() - begun) / 1000);
    rows.push([part.name, code === 0 ? OK : `failed with exit code ${code}`, `${seconds} s`]);
  }
  return rows;
}

async function runPart({ args, env = {} }: Part): Promise<number> {
  return (await new Deno.Command(Deno.execPath(), { args: [...args], env }).spawn().status).code;
}

if (import.meta.main) {
  const rows = await checkAll(runPart);
  print(table(["PART", "RESULT", "TIME"], rows));
  Deno.exit(rows.every(([, result]) => result === OK) ? 0 : 1);
}
