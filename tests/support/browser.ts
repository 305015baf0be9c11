import { printError } from "../../cli/print.ts";
import { type Browser, chromium } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";

/** Whether the browser that page tests need is installed; without it they are skipped, and say so. */
export const hasBrowser: boolean = await Deno.stat(CHROMIUM).then(() => true, () => false);
if (!hasBrowser) printError(`No browser at ${CHROMIUM}: the tests of pages are skipped.`);

/** Starts a headless browser that talks to no host by itself. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
