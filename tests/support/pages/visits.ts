import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { printError } from "../../../terminal/print.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { testApp, testSnapshot } from "../service/test_app.ts";

const CHROMIUM = "/usr/bin/chromium";

const hasBrowser = Deno.env.has("CI") || await Deno.stat(CHROMIUM).then(() => true, () => false);
if (!hasBrowser) printError(`No browser at ${CHROMIUM}: the tests of pages are skipped.`);

/** A test of pages. Without the browser it is skipped with a message; with `CI` set, it fails. */
export function browserTest(name: string, fn: (test: Deno.TestContext) => Promise<void>): void {
  Deno.test({ name, ignore: !hasBrowser, fn });
}

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
  /** A cookie of the host, as `name=value`. */
  readonly cookie?: string;
  /** Time that scripts of the page read; the machine's by default. */
  readonly now?: string;
  /** Time zone of the browser (IANA); the machine's by default. */
  readonly zone?: string;
  /** Script that runs before those of the page. */
  readonly before?: string;
  /** Whether scripts of the page run; true by default. */
  readonly javaScript?: boolean;
  readonly steps?: readonly VisitStep[];
  /** Whether axe-core checks the page at the end. */
  readonly axe?: boolean;
}

/** A step of a visitor. Finds elements by role and name or by label, and waits for them. */
export type VisitStep =
  | { readonly fill: string; readonly text: string }
  /** Waits until the page has requested nothing for half a second. */
  | { readonly isQuiet: true }
  /** Waits for a heading. */
  | { readonly shown: string }
  | { readonly choose: string; readonly value: string }
  /** Chooses files for a field. */
  | { readonly upload: string; readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[] }
  /** Checks a radio button or a box, by the beginning of its text. */
  | { readonly check: string }
  | { readonly click: "button" | "link"; readonly name: string }
  | { readonly press: string; readonly times?: number }
  /** Waits for a page whose address ends with this text, or has it if its last character is a slash. */
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

/** Longest wait for something on a page, in milliseconds: reached on no machine, however busy. */
export const PATIENCE_MS = 60_000;

/** An expression that waits until another one holds on the page. */
export function waitFor(expression: string): string {
  return `new Promise((resolve, reject) => {
    const end = performance.now() + ${PATIENCE_MS};
    const look = () => {
      if (${expression}) resolve("");
      else if (performance.now() > end) reject(new Error(${JSON.stringify(`${expression} does not hold`)}));
      else requestAnimationFrame(look);
    };
    look();
  })`;
}

/** An expression for how far the page has moved (Layout Instability API), once its scripts rest and it is drawn. */
export const SHIFT = `new Promise((resolve) =>
  requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    resolve(observer.takeRecords().reduce((sum, { value }) => sum + value, 0));
  }))))`;

/** Serves a dataset from this process, for a browser. */
export function servedPages(dataset = sampleDataset()): { readonly origin: string } & AsyncDisposable {
  const app = testApp(testSnapshot(dataset));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => app.fetch(request));
  return { origin: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Starts a headless Chromium, with further arguments. */
export async function startBrowser(...more: readonly string[]): Promise<Browser> {
  const quiet = ["gpu", "quic", "background-networking", "component-update", "sync"].map((what) => `--disable-${what}`);
  const args = ["--headless", "--no-sandbox", "--no-first-run", ...quiet, ...more];
  return await chromium.launch({ executablePath: CHROMIUM, args });
}

/** Makes all visits in one headless Chromium, in order. */
export async function makeVisits(visits: readonly Visit[]): Promise<readonly Visited[]> {
  const browser = await startBrowser();
  const visited: Visited[] = [];
  try {
    for (const one of visits) visited.push(await visit(browser, one));
  } finally {
    await browser.close();
  }
  return visited;
}

async function visit(
  browser: Browser,
  {
    url,
    scheme = "light",
    print = false,
    width = 1000,
    height = 900,
    language = "en-US",
    cookie,
    now,
    zone,
    before,
    javaScript = true,
    steps = [],
    axe: isJudged = false,
  }: Visit,
): Promise<Visited> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: language,
    colorScheme: scheme,
    javaScriptEnabled: javaScript,
    ...(zone !== undefined && { timezoneId: zone }),
  });
  if (cookie !== undefined) {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Strict" }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (now !== undefined) await page.clock.setFixedTime(now);
  if (before !== undefined) await page.addInitScript(before);
  if (print) await page.emulateMedia({ media: "print", colorScheme: scheme });
  const [requests, errors, values]: [string[], string[], string[]] = [[], [], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("dialog", (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  for (const step of steps) {
    const value = await take(page, step);
    if (value !== null) values.push(value);
  }
  const violations = isJudged ? await violationsOf(page) : [];
  const end = page.url();
  await context.close();
  return { url: end, requests, errors, values, violations };
}

async function take(page: Page, step: VisitStep): Promise<string | null> {
  if ("evaluate" in step) return String(await page.evaluate(step.evaluate));
  if ("isQuiet" in step) await page.waitForLoadState("networkidle");
  else if ("fill" in step) await page.getByLabel(step.fill, { exact: true }).fill(step.text);
  else if ("shown" in step) await page.getByRole("heading", { name: step.shown }).first().waitFor();
  else if ("choose" in step) await page.getByLabel(step.choose, { exact: true }).selectOption(step.value);
  else if ("upload" in step) {
    const files = step.files.map(({ name, bytes }) => ({ name, mimeType: "", buffer: Buffer.from(bytes) }));
    await page.getByLabel(step.upload, { exact: true }).setInputFiles(files);
  } else if ("check" in step) await page.getByLabel(step.check).first().check();
  else if ("open" in step) await page.locator("summary", { hasText: step.open }).first().click();
  else if ("press" in step) {
    for (let time = 0; time < (step.times ?? 1); time++) await page.keyboard.press(step.press);
  } else if ("arrive" in step) {
    const { arrive } = step;
    await page.waitForURL(({ href }) => arrive.endsWith("/") ? href.includes(arrive) : href.endsWith(arrive));
  } else await page.getByRole(step.click, { name: step.name }).first().click();
  return null;
}

/** Violations of a page that axe-core finds, one line each. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const run =
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`)
  );
}
