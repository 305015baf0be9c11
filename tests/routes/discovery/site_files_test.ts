import { XmlDocument } from "libxml2-wasm";
import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { OpenAPIHono } from "@hono/zod-openapi";
import robots from "robots-parser";
import { readConfiguration } from "../../../service/configuration.ts";
import { registerSitemap } from "../../../routes/discovery/sitemap.ts";
import type { Services } from "../../../routes/services.ts";
import { ATTACKS } from "../../support/reviews/attacks.ts";
import { businessOf, datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { TEST_SITE, testApp, testSnapshot } from "../../support/service/test_app.ts";

interface Robots {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined;
  readonly getSitemaps: () => string[];
}

const app = testApp();
// By its types the package exports itself instead of its function.
const robotsParser = robots as unknown as (url: string, text: string) => Robots;
const NS = { s: "http://www.sitemaps.org/schemas/sitemap/0.9" };

function found(xml: string, xpath: string): readonly string[] {
  using document = XmlDocument.fromString(xml);
  return document.find(xpath, NS).map(({ content }) => content);
}

Deno.test("robots.txt blocks search results, non-pages and cursor pages, and names the sitemap", async () => {
  const response = await app.request("/robots.txt");
  assert.equal(response.headers.get("content-type"), "text/plain; charset=utf-8");
  const rules = robotsParser("https://reviews.example/robots.txt", await response.text());
  const allowed = (path: string) => rules.isAllowed(`https://reviews.example${path}`, "Googlebot");
  const open = "/ /reviews/01ABC /reviews.json /feed.xml /llms.txt /mcp/server-card /embed.js".split(" ");
  for (const path of open) assert.equal(allowed(path), true, path);
  for (const path of ["/api/reviews/search?query=x", "/api/reviews/since/2026-01-01", "/mcp", "/?cursor=abc"]) {
    assert.equal(allowed(path), false, path);
  }
  assert.deepEqual(rules.getSitemaps(), ["https://reviews.example/sitemap.xml"]);
});

Deno.test("proofs of ownership are served as they are configured, and are missing without", async () => {
  const texts = {
    "/0123abcd-EF.txt": "0123abcd-EF",
    "/.well-known/openai-apps-challenge": "s3cret_~token",
    "/.well-known/mcp-registry-auth": "v=MCPv1; k=ed25519; p=A+b/c1=",
  };
  const names = ["INDEXNOW_KEY", "OPENAI_APPS_CHALLENGE", "MCP_REGISTRY_AUTH"];
  const configured = Object.fromEntries(Object.values(texts).map((text, at) => [names[at], text]));
  const proofs = (variables: Readonly<Record<string, string>>) => readConfiguration((name) => variables[name]).proofs;
  for (const [path, text] of Object.entries(texts)) {
    const answer = await testApp(null, { proofs: proofs(configured) }).request(path);
    assert.deepEqual([answer.headers.get("content-type"), await answer.text()], ["text/plain; charset=utf-8", text]);
    const without = await testApp(null, { proofs: proofs({}) }).request(path);
    await without.body?.cancel();
    assert.equal(without.status, 404, path);
  }
});

Deno.test("every page of the sitemap exists, and the sitemap has every review", async () => {
  const response = await app.request("/sitemap.xml");
  assert.equal(response.headers.get("content-type"), "application/xml; charset=utf-8");
  const xml = await response.text();
  const pages = found(xml, "/s:urlset/s:url[s:lastmod or contains(s:loc, '/d')]/s:loc");
  assert.equal(pages.filter((url) => url.startsWith("https://reviews.example/reviews/")).length, 180);
  for (const { id, date, owner_reply: reply } of sampleDataset().reviews) {
    const [changed] = found(xml, `//s:url[s:loc='https://reviews.example/reviews/${id}']/s:lastmod`);
    assert.equal(changed, [date, reply?.date ?? ""].toSorted().at(-1), id);
  }
  assert.equal(new Set(pages).size, pages.length);
  for (const url of pages.filter((url, at) => !url.includes("/reviews/") || at % 20 === 0)) {
    const { status, body } = await app.request(new URL(url).pathname);
    await body?.cancel();
    assert.equal(status, 200, url);
  }
});

Deno.test("more pages than fit into one sitemap are split, and the index leads to each part", async () => {
  const small = new OpenAPIHono();
  const snapshot = testSnapshot();
  const site = { baseUrl: `${TEST_SITE.baseUrl}/it's` };
  const services: Partial<Services> = { site, snapshot: () => snapshot };
  registerSitemap(small, services as Services, 50);
  const whole = found(await (await app.request("/sitemap.xml")).text(), "/s:urlset/s:url/s:loc")
    .map((url) => url.replace(TEST_SITE.baseUrl, site.baseUrl));
  const parts = found(await (await small.request("/sitemap.xml")).text(), "/s:sitemapindex/s:sitemap/s:loc");
  assert.equal(parts.length, Math.ceil(whole.length / 50));
  const pages = await Promise.all(parts.map(async (url) => {
    const xml = await (await small.request(url.replace("/it's", ""))).text();
    assert.match(xml, /<loc>https:\/\/reviews\.example\/it&apos;s\//);
    return found(xml, "/s:urlset/s:url/s:loc");
  }));
  assert.deepEqual(pages.flat(), whole);
  assert.ok(pages.every(({ length }) => length <= 50));
  for (const part of ["0", `${parts.length + 1}`, "x", "-1", ""]) {
    assert.equal((await small.request(`/sitemap.xml?part=${part}`)).status, 404, part);
  }
  assert.equal((await app.request("/sitemap.xml?part=1")).status, 404);
});

Deno.test("the API catalog is a linkset whose links all lead somewhere, also told by HEAD", async () => {
  const response = await app.request("/.well-known/api-catalog");
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  assert.equal(response.headers.get("content-type"), type);
  const { linkset } = await response.json();
  const anchors = linkset.map(({ anchor }: { anchor: string }) => anchor);
  assert.deepEqual(linkset[0].item.map(({ href }: { href: string }) => href), anchors.slice(1));
  for (const { anchor: _, ...relations } of linkset) {
    for (const { href } of Object.values(relations).flat() as { href: string }[]) {
      const { status, body } = await app.request(new URL(href).pathname);
      await body?.cancel();
      assert.notEqual(status, 404, href);
    }
  }
  const head = await app.request("/.well-known/api-catalog", { method: "HEAD" });
  assert.ok(head.headers.get("link")?.includes('<https://reviews.example/.well-known/api-catalog>; rel="api-catalog"'));
});

Deno.test("llms.txt, which waits for the data as the sitemap does, links every resource", async () => {
  for (const path of ["/sitemap.xml", "/llms.txt"]) assert.equal((await testApp(null).request(path)).status, 503);
  const response = await app.request("/llms.txt", { headers: { "accept-encoding": "identity" } });
  assert.equal(response.headers.get("content-type"), "text/markdown; charset=utf-8");
  const text = await response.text();
  assert.match(
    text,
    /^# Sample: Reviews of Larkmoor Home Services\n\n> Fictional sample data: [^\n]*180 reviews from 20\d\d-\d\d-\d\d to 2026-11-18, \d\.\d+ of 5/,
  );
  for (const [, url = ""] of text.matchAll(/\]\((https:[^)]+)\)/g)) {
    const { status, body } = await app.request(new URL(url).pathname);
    await body?.cancel();
    assert.notEqual(status, 404, url);
  }
});

Deno.test("llms.txt contains no review text, and a business's name is no markup there", async () => {
  for (const text of ATTACKS) {
    const business = businessOf({ name: `A ${text}`.slice(0, 500), description: `B ${text}` });
    const reviews = [reviewOf({ text: `reviewer wrote ${text}`, author: "Mallory" })];
    const attacked = testApp(testSnapshot(datasetOf(reviews, { business })));
    const lines = (await (await attacked.request("/llms.txt")).text()).split("\n");
    assert.doesNotMatch(lines.join("\n"), /reviewer wrote|Mallory/);
    const said = lines.filter((line) => /^(?:# Reviews of A|The business says of itself: B)/.test(line));
    assert.equal(said.length, 2, text);
    for (const line of said) assert.doesNotMatch(line, /(?<!\\)[<>[\]`&]|[a-z]:\/\/|javascript:|\u202e|\u200b/i);
    // The same lines as for any other name: no part of the name begins a line.
    assert.equal(lines.filter((line) => /^#|^>/.test(line)).length, 6);
  }
});
