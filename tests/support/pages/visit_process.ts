import axe from "axe-core";
import { type BrowserContext, chromium } from "playwright-core";
import { CHROMIUM } from "./browse.ts";
import type { Visit, Visited } from "./visit.ts";

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

async function visit(context: BrowserContext, { url, awaits, evaluate, audit }: Visit): Promise<Visited> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const [requests, troubles]: [string[], string[]] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  if (awaits !== undefined) await page.locator(awaits).first().waitFor({ state: "attached" });
  const value = evaluate === undefined ? null : await page.evaluate(evaluate);
  const faults: string[] = [];
  if (audit) {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run()");
    for (const { id, nodes } of violations) {
      faults.push(`${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
    }
  }
  await page.close();
  return { url, requests, troubles, value, faults };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

const results: Visited[] = [];
try {
  for (const one of visits) {
    const context = await browser.newContext({
      viewport: { width: one.width ?? 1280, height: 900 },
      colorScheme: one.scheme ?? "light",
    });
    results.push(await visit(context, one));
    await context.close();
  }
} finally {
  await browser.close();
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(results)));
