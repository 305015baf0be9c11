import { printError } from "../../../cli/command/print.ts";

/** Where the browser is. */
export const CHROMIUM = "/usr/bin/chromium";

/** Whether the browser that page tests need is installed; without it they are skipped, and say so. */
export const hasBrowser: boolean = await Deno.stat(CHROMIUM).then(() => true, () => false);
if (!hasBrowser) printError(`No browser at ${CHROMIUM}: the tests of pages are skipped.`);

/** One thing to do on a page; what is waited for must appear within 20 seconds. */
export type BrowseStep =
  | { readonly text: string }
  | { readonly shown: "heading"; readonly name: string }
  | { readonly click: "button" | "link"; readonly name: string; readonly ifThere?: boolean }
  /** An expression whose value, a text, is reported. */
  | { readonly evaluate: string };

/** What is done in the browser. */
export interface BrowseRequest {
  readonly url: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly steps: readonly BrowseStep[];
  /** File for a picture of the page at the end, or null. */
  readonly screenshot: string | null;
}

/** What was seen meanwhile. */
export interface BrowseResult {
  /** URLs that the page asked for. */
  readonly requests: readonly string[];
  /** Errors on the console and uncaught exceptions. */
  readonly errors: readonly string[];
  /** Values of the evaluated expressions, in order. */
  readonly values: readonly string[];
}

/**
 * Opens a page in headless Chromium and does some steps. `SCREENSHOT_FOLDER` may name a folder for
 * pictures.
 *
 * @param picture Name of the picture, without its ending.
 */
export async function browse(
  url: string,
  picture: string,
  viewport: BrowseRequest["viewport"],
  steps: readonly BrowseStep[],
): Promise<BrowseResult> {
  const folder = Deno.env.get("SCREENSHOT_FOLDER");
  const request: BrowseRequest = {
    url,
    viewport,
    steps,
    screenshot: folder === undefined ? null : `${folder}/${picture}.png`,
  };
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--config", "deno.dev.json", "--allow-all", "tests/support/pages/browse_process.ts"],
    cwd: new URL("../../../", import.meta.url),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = process.stdin.getWriter();
  await input.write(new TextEncoder().encode(JSON.stringify(request)));
  await input.close();
  const { success, stdout, stderr } = await process.output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`The browser run failed: ${decoder.decode(stderr).slice(0, 2000)}`);
  return JSON.parse(decoder.decode(stdout));
}
