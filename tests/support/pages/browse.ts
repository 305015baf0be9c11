import { printError } from "../../../cli/command/print.ts";

/** Path of the browser. */
export const CHROMIUM = "/usr/bin/chromium";

/** Whether the browser is installed; page tests are skipped with a message without it. */
export const hasBrowser: boolean = await Deno.stat(CHROMIUM).then(() => true, () => false);
if (!hasBrowser) printError(`No browser at ${CHROMIUM}: the tests of pages are skipped.`);

/** A step on a page; elements are awaited for up to 20 seconds. */
export type BrowseStep =
  | { readonly text: string }
  | { readonly shown: "heading"; readonly name: string }
  | { readonly click: "button" | "link"; readonly name: string; readonly ifThere?: boolean }
  /** An expression whose string value is reported. */
  | { readonly evaluate: string };

/** A browser run. */
export interface BrowseRequest {
  readonly url: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly steps: readonly BrowseStep[];
  /** File for a screenshot at the end, or null. */
  readonly screenshot: string | null;
}

/** The observations of a browser run. */
export interface BrowseResult {
  /** URLs that the page requested. */
  readonly requests: readonly string[];
  /** Errors on the console and uncaught exceptions. */
  readonly errors: readonly string[];
  /** Values of the evaluated expressions, in order. */
  readonly values: readonly string[];
}

/**
 * Opens a page in headless Chromium and runs some steps. `SCREENSHOT_FOLDER` may name a folder for screenshots.
 *
 * @param picture File name of the screenshot, without extension.
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
