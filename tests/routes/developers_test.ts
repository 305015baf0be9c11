import assert from "node:assert/strict";
import { codeOf, linksOf, readPage } from "../support/pages/read_page.ts";
import { ATTACKS } from "../support/reviews/attacks.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { sampleApp, TEST_SITE, testApp } from "../support/service/test_app.ts";

Deno.test("/developers has three calls, and every link on it leads to something", async () => {
  const app = testApp();
  const { text, document } = await readPage(app, "/developers");
  assert.deepEqual(codeOf(text).map(({ kind }) => kind), ["sh", "sh", "sh"]);
  const links = linksOf(document, "main a[href]");
  assert.ok(links.length >= 10, `${links.length} links`);
  for (const link of links) {
    const response = await app.request(link);
    assert.equal(response.status, 200, link);
    const isSearch = link.startsWith("/api/reviews/s");
    if (isSearch) assert.notDeepEqual((await response.json()).reviews, [], link);
    else await response.body?.cancel();
  }
  for (const path of ["/mcp", "/api/websub/hub"]) assert.ok(text.includes(`<code>${TEST_SITE.baseUrl}${path}</code>`));
});

Deno.test("no review can put a shell command into the calls on /developers", async () => {
  const words = ["it's water", "$(id) `id` \\ !! water ~ *", "-rf water", "Überzeugt", "परीक्षा लिखना", "مرحبا بالعالم"];
  for (const text of [...ATTACKS.slice(0, 21), ...words]) {
    const app = sampleApp({ reviews: [reviewOf({ text })] });
    const commands = codeOf((await readPage(app, "/developers")).text).filter(({ kind }) => kind === "sh");
    assert.equal(commands.length, 3);
    for (const command of commands) assert.match(command.text, /^curl -s 'https:[\w/?=&.%+*-]+'$/, text);
  }
});
