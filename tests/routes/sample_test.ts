import assert from "node:assert/strict";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { ownDataset } from "../support/reviews/measured_dataset.ts";
import { mcpClient } from "../support/mcp/mcp_requests.ts";
import { testApp, testSnapshot } from "../support/service/test_app.ts";

const [review] = sampleDataset().reviews;
const PAGES = ["/", "/summary", `/reviews/${review?.id}`, "/?query=heat", "/developers", "/embed"];
const MARKED_LANGUAGES = { en: "Sample", de: "Beispiel", es: "Ejemplo", fr: "Exemple" };

async function text(app: ReturnType<typeof testApp>, path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers });
  assert.equal(response.status, 200, path);
  return await response.text();
}

Deno.test("every document of the sample is marked as a sample, and no other document is", async () => {
  const [sample, own] = [sampleDataset(), ownDataset()].map((dataset) => testApp(testSnapshot(dataset)));
  assert.ok(sample && own);
  for (const path of ["/reviews.json", "/api/business"]) {
    assert.equal(JSON.parse(await text(sample, path)).business.sample, true, path);
    assert.equal(JSON.parse(await text(own, path)).business.sample, false, path);
  }
  assert.equal(JSON.parse(await text(sample, "/insights.json")).sample, true);
  assert.equal("sample" in JSON.parse(await text(own, "/insights.json")), false);
  const titles = {
    "/api/feed.json": /"title":"(Sample: )?Reviews of Larkmoor/,
    "/feed.xml": /<title>(Sample: )?Reviews of Larkmoor/,
    "/badge.svg": /<title id="t">(Sample: )?Larkmoor/,
    "/llms.txt": /^# (Sample: )?Reviews of Larkmoor/,
    "/embed/list": /<title>(Sample: )?Reviews of Larkmoor/,
    "/embed/badge": /<span class="count">(Sample: )?180 reviews/,
  };
  for (const [path, pattern] of Object.entries(titles)) {
    assert.equal(pattern.exec(await text(sample, path))?.[1], "Sample: ", path);
    assert.deepEqual(pattern.exec(await text(own, path))?.slice(1), [undefined], path);
  }
  // Pictures differ between sample and own data.
  for (const path of ["/social.png", "/badge.svg"]) assert.notEqual(await text(sample, path), await text(own, path));
});

Deno.test("pages of the sample are marked in title, preview and text, and have no JSON-LD", async () => {
  const app = testApp();
  for (const path of PAGES) {
    for (const [language, mark] of Object.entries(MARKED_LANGUAGES)) {
      const page = await text(app, path, { accept: "text/html", "accept-language": language });
      assert.match(page, new RegExp(`<title>${mark}: `), path);
      assert.match(page, new RegExp(`<aside class="banner" aria-label="${mark}">`), path);
      assert.doesNotMatch(page, /ld\+json|aggregateRating/, path);
      const [, preview = `${mark}: `] = /<meta property="og:title" content="([^"]*)">/.exec(page) ?? [];
      assert.ok(preview.startsWith(`${mark}: `), `${path}: ${preview}`);
    }
  }
});

Deno.test("MCP marks the sample as a sample", async () => {
  await using client = await mcpClient({ snapshot: testSnapshot() });
  for (const name of ["get_business", "get_summary"]) {
    const answer = await client.callTool({ name, arguments: {} });
    assert.match(JSON.stringify(answer.content), /fictional sample data/, name);
    assert.equal(Object(answer.structuredContent).sample, true, name);
  }
});
