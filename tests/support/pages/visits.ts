import { printError } from "../../../cli/command/print.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { testApp, testSnapshot } from "../service/test_app.ts";

/** Path of the browser. */
export const CHROMIUM = "/usr/bin/chromium";

/** Whether tests of pages run. Without the browser they are skipped with a message; with `CI` set, they fail. */
export const hasBrowser: boolean = Deno.env.has("CI") || await Deno.stat(CHROMIUM).then(() => true, () => false);
if (!hasBrowser) printError(`No browser at ${CHROMIUM}: the tests of pages are skipped.`);

/** A page to open in a new window, and the steps to take there. */
export interface Visit {
  readonly url: string;
  readonly scheme?: "light" | "dark";
  /** Whether to use the print layout. */
  readonly print?: boolean;
  readonly width?: number;
  /** 900 pixels by default. */
  readonly height?: number;
  /** Language of the browser (BCP 47); `en-US` by default. */
  readonly language?: string;
  /** Whether scripts of the page run; true by default. */
  readonly javaScript?: boolean;
  readonly steps?: readonly VisitStep[];
  /** Whether axe-core checks the page at the end. */
  readonly axe?: boolean;
}

/** A step of a visitor. Finds elements by role and name or by label, and waits for them. */
export type VisitStep =
  | { readonly fill: string; readonly text: string }
  /** Waits for a heading. */
  | { readonly shown: string }
  | { readonly choose: string; readonly value: string }
  | { readonly click: "button" | "link"; readonly name: string }
  | { readonly press: string; readonly times?: number }
  /** Waits for a page whose address ends with this text. */
  | { readonly arrive: string }
  /** Opens a `details` element by the text of its summary. */
  | { readonly open: string }
  /** An expression whose string value is reported. */
  | { readonly evaluate: string };

/** The result of a visit. */
export interface Visited {
  /** The address at the end. */
  readonly url: string;
  /** URLs that the page requested. */
  readonly requests: readonly string[];
  /** Errors on the console, uncaught exceptions and dialogs. */
  readonly errors: readonly string[];
  /** Values of the evaluated expressions, in order. */
  readonly values: readonly string[];
  /** Violations that axe-core found, one line each. */
  readonly violations: readonly string[];
}

/** Serves a dataset from this process, on the way of a browser. */
export function servedPages(dataset = sampleDataset()): { readonly origin: string } & AsyncDisposable {
  const app = testApp(testSnapshot(dataset));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => app.fetch(request));
  return { origin: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Makes all visits in one headless Chromium, in order. */
export async function makeVisits(visits: readonly Visit[]): Promise<readonly Visited[]> {
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
  if (!success) throw new Error(`The visits failed: ${new TextDecoder().decode(stderr).slice(0, 2000)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}
