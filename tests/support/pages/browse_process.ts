import { chromium } from "playwright-core";
import { type BrowseRequest, type BrowseResult, CHROMIUM } from "./browse.ts";

// A separate process: the driver reads /proc, which Deno only allows with all permissions.
const { url, steps, viewport, screenshot }: BrowseRequest = JSON.parse(await new Response(Deno.stdin.readable).text());
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
const result: { -readonly [member in keyof BrowseResult]: BrowseResult[member][number][] } = {
  requests: [],
  errors: [],
  values: [],
};
try {
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(20_000);
  page.on("request", (request) => result.requests.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error") result.errors.push(message.text());
  });
  page.on("pageerror", (error) => result.errors.push(String(error)));
  await page.goto(url);
  for (const step of steps) {
    if ("text" in step) await page.getByText(step.text).first().waitFor();
    else if ("evaluate" in step) result.values.push(await page.evaluate<string>(step.evaluate));
    else if ("shown" in step) await page.getByRole(step.shown, { name: step.name }).first().waitFor();
    else {
      const target = page.getByRole(step.click, { name: step.name }).first();
      if (!step.ifThere || await target.isVisible()) await target.click();
    }
  }
  if (screenshot !== null) await page.screenshot({ path: screenshot });
} finally {
  await browser.close();
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(result)));
