import assert from "node:assert/strict";
import { TOPIC_PATHS } from "../../../domain/site.ts";
import { claims, startHub } from "../../support/hub/hub_under_test.ts";
import { linksOf } from "../../support/subscriber/recorded_request.ts";

Deno.test("WebSub 4: discovery", async (t) => {
  // Without a base URL all links use the address by which a client on this machine reaches the service. Deno trusts
  // other authorities here, so the service passes its own to each connection.
  await using hub = await startHub({ BASE_URL: "", DENO_CERT: "tests/fixtures/tls/subscriber.pem" });
  const claim = claims(t);
  const base = `http://localhost:${new URL(hub.server.origin).port}`;

  for (const path of TOPIC_PATHS) {
    await claim(`WebSub 4: ${path} names its hub and, once, itself in Link on GET, HEAD and 304`, async () => {
      const got = await fetch(hub.server.origin + path);
      await got.body?.cancel();
      const head = await fetch(hub.server.origin + path, { method: "HEAD" });
      const unchanged = await fetch(hub.server.origin + path, {
        headers: { "if-none-match": got.headers.get("etag") ?? "" },
      });
      assert.deepEqual([got.status, head.status, unchanged.status, await unchanged.text()], [200, 200, 304, ""]);
      for (const { headers } of [got, head, unchanged]) {
        assert.deepEqual(linksOf(headers.get("link")), [
          { rel: "hub", url: `${base}/api/websub/hub` },
          { rel: "self", url: base + path },
        ]);
      }
    });

    // A JSON Feed has two media types for the same bytes; a request for the newer one gets it.
    const renamed = path === "/api/feed.json" ? "application/feed+json" : null;
    await claim(`WebSub 4.1: ${path} has one representation, whatever a client accepts`, async () => {
      const { body, headers } = await hub.topic(path);
      assert.equal(/accept(?!-)/i.test(headers.get("vary") ?? ""), renamed !== null);
      for (const accept of ["text/html", "application/atom+xml", "application/json", "application/feed+json"]) {
        const other = await fetch(hub.server.origin + path, { headers: { accept } });
        assert.deepEqual(await other.bytes(), body);
        const type = accept === renamed ? renamed : headers.get("content-type");
        assert.equal(other.headers.get("content-type"), type);
      }
    });

    await claim(`WebSub 5.1: the hub that ${path} names takes a subscription to the self that it names`, async () => {
      const links = linksOf((await fetch(hub.server.origin + path, { method: "HEAD" })).headers.get("link"));
      const [advertised, self] = ["hub", "self"].map((rel) => links.find((link) => link.rel === rel)?.url ?? "");
      const callback = hub.callback();
      const answer = await fetch(advertised ?? "", {
        method: "POST",
        body: new URLSearchParams({ "hub.mode": "subscribe", "hub.callback": callback.url, "hub.topic": self ?? "" }),
      });
      assert.deepEqual([answer.status, await answer.text()], [202, ""]);
      await callback.next("verification");
      await hub.publish();
      await callback.next("distribution");
    });
  }

  await claim("WebSub 4: the Atom feed embeds the same hub and the same self", async () => {
    const feed = new TextDecoder().decode((await hub.topic("/feed.xml")).body);
    const head = feed.slice(0, feed.indexOf("<entry>"));
    for (const [rel, url] of [["hub", `${base}/api/websub/hub`], ["self", `${base}/feed.xml`]] as const) {
      const found = [...head.matchAll(/<link [^>]*>/g)].map(([link]) => link).filter((link) =>
        link.includes(`rel="${rel}"`)
      );
      assert.deepEqual(found.map((link) => /href="([^"]*)"/.exec(link)?.[1]), [url]);
    }
  });

  await claim("JSON Feed 1.1: the feed embeds the same hub and the same self", async () => {
    const feed = JSON.parse(new TextDecoder().decode((await hub.topic("/api/feed.json")).body));
    assert.deepEqual(feed.hubs, [{ type: "WebSub", url: `${base}/api/websub/hub` }]);
    assert.equal(feed.feed_url, `${base}/api/feed.json`);
  });
});
