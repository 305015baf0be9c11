/** A page to be visited in a browser. */
export interface Visit {
  readonly url: string;
  readonly width?: number;
  readonly scheme?: "light" | "dark";
  /** A selector, also within shadow roots, of what has to be there before anything is looked at. */
  readonly awaits?: string;
  /** An expression whose value, of JSON, is reported. */
  readonly evaluate?: string;
  /** Whether the page is checked for faults of accessibility. */
  readonly audit?: boolean;
}

/** What was observed. */
export interface Visited {
  readonly url: string;
  /** URLs that the page requested, and those of its frames. */
  readonly requests: readonly string[];
  /** Errors and warnings on the console, uncaught exceptions, dialogs. */
  readonly troubles: readonly string[];
  readonly value: unknown;
  /** Faults of accessibility (axe-core), each with the rule and the elements. */
  readonly faults: readonly string[];
}

/** Visits pages one after the other in one headless Chromium. Throws an Error if one cannot be opened. */
export async function visitAll(visits: readonly Visit[]): Promise<readonly Visited[]> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--config", "deno.dev.json", "--allow-all", "tests/support/pages/visit_process.ts"],
    cwd: new URL("../../../", import.meta.url),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = process.stdin.getWriter();
  await input.write(new TextEncoder().encode(JSON.stringify(visits)));
  await input.close();
  const { success, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`The visits failed: ${decoder.decode(stderr).slice(0, 2000)}`);
  return JSON.parse(decoder.decode(stdout));
}
