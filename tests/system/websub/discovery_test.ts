import assert from "node:assert/strict";
import { TOPIC_PATHS } from "../../../domain/site.ts";
import { startHub } from "../../support/hub/hub_under_test.ts";

Deno.test("WebSub 4: without a base URL each topic names hub and itself where clients reach the service, and the hub takes that", async () => {
  // Deno trusts other authorities here, so the service passes its own to each connection.
  await using hub = await startHub({ BASE_URL: "", DENO_CERT: "tests/fixtures/tls/subscriber.pem" });
  const base = `http://localhost:${new URL(hub.server.origin).port}`;
  for (const path of TOPIC_PATHS) {
    const { headers } = await fetch(hub.server.origin + path, { method: "HEAD" });
    assert.equal(headers.get("link"), `<${base}/api/websub/hub>; rel="hub", <${base}${path}>; rel="self"`);
    const callback = hub.callback();
    const form = { "hub.mode": "subscribe", "hub.callback": callback.url, "hub.topic": base + path };
    const answer = await fetch(`${base}/api/websub/hub`, { method: "POST", body: new URLSearchParams(form) });
    assert.deepEqual([answer.status, await answer.text()], [202, ""]);
    await callback.next("verification");
    await hub.publish();
    await callback.next("distribution");
  }
  const atom = new TextDecoder().decode((await hub.topic("/feed.xml")).body);
  const found = [...atom.slice(0, atom.indexOf("<entry>")).matchAll(/<link [^>]*>/g)].map(([link]) => link);
  for (const [rel, url] of [["hub", `${base}/api/websub/hub`], ["self", `${base}/feed.xml`]] as const) {
    const hrefs = found.filter((link) => link.includes(`rel="${rel}"`)).map((link) => /href="([^"]*)"/.exec(link)?.[1]);
    assert.deepEqual(hrefs, [url]);
  }
  const feed = JSON.parse(new TextDecoder().decode((await hub.topic("/api/feed.json")).body));
  assert.deepEqual([feed.hubs, feed.feed_url], [
    [{ type: "WebSub", url: `${base}/api/websub/hub` }],
    `${base}/api/feed.json`,
  ]);
});
