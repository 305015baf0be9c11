import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM, type Visit, type Visited, type VisitStep } from "./visits.ts";

// A separate process: the driver reads /proc, which Deno only allows with all permissions.
const visits: readonly Visit[] = JSON.parse(await new Response(Deno.stdin.readable).text());
const browser = await chromium.launch({
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
const visited: Visited[] = [];
try {
  for (const one of visits) visited.push(await visit(browser, one));
} finally {
  await browser.close();
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(visited)));

async function visit(
  browser: Browser,
  {
    url,
    scheme = "light",
    print = false,
    width = 1000,
    height = 900,
    language = "en-US",
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
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
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
  if ("fill" in step) await page.getByLabel(step.fill, { exact: true }).fill(step.text);
  else if ("shown" in step) await page.getByRole("heading", { name: step.shown }).first().waitFor();
  else if ("choose" in step) await page.getByLabel(step.choose, { exact: true }).selectOption(step.value);
  else if ("open" in step) await page.locator("summary", { hasText: step.open }).first().click();
  else if ("press" in step) {
    for (let time = 0; time < (step.times ?? 1); time++) await page.keyboard.press(step.press);
  } else if ("arrive" in step) await page.waitForURL(({ href }) => href.endsWith(step.arrive));
  else await page.getByRole(step.click, { name: step.name }).first().click();
  return null;
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const run =
    `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })`;
  const { violations } = await page.evaluate<axe.AxeResults>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`)
  );
}
