import { chromium } from "playwright-core";
// args: url out width height scheme
const [url, out, w = "390", h = "844", scheme = "light", full = ""] = Deno.args;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox"] });
const c = await b.newContext({
  viewport: { width: +w, height: +h },
  colorScheme: scheme as "light",
  deviceScaleFactor: 1,
});
const p = await c.newPage();
let bytes = 0;
const seen: string[] = [];
p.on("response", async (r) => {
  try {
    const s = await r.request().sizes();
    bytes += s.responseBodySize;
    seen.push(`${s.responseBodySize} ${new URL(r.url()).pathname}`);
  } catch {}
});
await p.goto(url!, { waitUntil: "networkidle" });
await p.screenshot({ path: out!, fullPage: full === "full" });
console.log(bytes);
console.log(seen.join("\n"));
await b.close();
