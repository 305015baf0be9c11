import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { startHub } from "./support/hub/hub_under_test.ts";
import { callTool } from "./support/mcp/mcp_requests.ts";
import { reviewOf } from "./support/reviews/review_of.ts";
import { runProcess, tempStore } from "./support/service/run_cli.ts";
import { headerOf, signatureOf, textOf } from "./support/subscriber/recorded_request.ts";

// The one test of the quick command that starts processes: it shows that the parts work together over HTTP and TLS.
Deno.test("a service starts, takes an import, answers reads, searches and tools, delivers over TLS and stops", async () => {
  await using hub = await startHub();
  const { server, kvPath } = hub;
  const callback = hub.callback();
  await hub.subscribe(callback, { "hub.secret": "a secret" });
  await hub.verified(callback);

  const review = reviewOf({ author: "Ann Ash", rating: 5, text: "Quick and clean." });
  await using store = await tempStore();
  const yelp = reviewOf({ native: "yelp", source: "yelp", text: "Seen on the page alone." });
  const sources = { yelp: { api: false, feeds: false } };
  const [reviews, business] = [`${store.folder}/reviews.json`, `${store.folder}/business.json`];
  await Deno.writeTextFile(reviews, JSON.stringify([review, yelp]));
  await Deno.writeTextFile(business, JSON.stringify({ name: "Acme", sources }));
  const imported = await runProcess("import", [reviews, "--business", business], kvPath);
  assert.equal(imported.code, 0, imported.stderr);

  const delivery = await callback.received("Quick and clean.");
  assert.equal(headerOf(delivery, "x-hub-signature"), await signatureOf("a secret", delivery.body));
  const read = await fetch(`${server.origin}/reviews.json`);
  assert.equal(await read.text(), textOf(delivery));
  assert.doesNotMatch(textOf(delivery), /Seen on the page alone/);
  const etag = read.headers.get("etag") ?? "";
  const again = await fetch(`${server.origin}/reviews.json`, { headers: { "if-none-match": etag } });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  const found = await (await fetch(`${server.origin}/api/reviews/search?query=clean&rating=5`)).json();
  assert.deepEqual(found.reviews.map(({ author }: { readonly author: string }) => author), ["Ann Ash"]);
  const page = await fetch(server.origin, { headers: { accept: "text/html" } });
  const text = await page.text();
  assert.match(text, /Quick and clean\./);
  assert.match(text, /Seen on the page alone\./);

  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.origin)));
  const { data } = await callTool(client, "search_reviews", {});
  assert.match(JSON.stringify(data), /Quick and clean\./);
  assert.doesNotMatch(JSON.stringify(data), /Seen on the page alone/);
  await client.close();

  server.kill("SIGTERM");
  assert.equal(await server.exit, 0);
});
