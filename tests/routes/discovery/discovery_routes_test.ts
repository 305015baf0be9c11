import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import assert from "node:assert/strict";
import { serverCard } from "../../../routes/discovery/server_card.ts";
import { modernHeaders, modernRpc, rpcAnswer } from "../../support/mcp/mcp_requests.ts";
import { TEST_SITE, testApp } from "../../support/service/test_app.ts";

const app = testApp();
const TYPES = {
  "/mcp/server-card": "application/mcp-server-card+json",
  "/.well-known/ai-catalog.json": "application/ai-catalog+json",
};

function send(message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const init = { method: "POST", body: JSON.stringify(message), headers: { "content-type": "application/json" } };
  return Promise.resolve(app.request("/mcp", { ...init, headers: { ...init.headers, ...headers } }));
}

for (const [path, type] of Object.entries(TYPES)) {
  Deno.test(`${path} has its media type, may be cached and read by any page, before there is a dataset too`, async () => {
    for (const one of [app, testApp(null)]) {
      const { status, headers, body } = await one.request(path, { headers: { origin: "https://app.example" } });
      await body?.cancel();
      assert.equal(status, 200);
      assert.equal(headers.get("content-type"), type);
      assert.match(headers.get("cache-control") ?? "", /^public, max-age=/);
      assert.equal(headers.get("access-control-allow-origin"), "*");
      assert.equal(headers.get("access-control-allow-methods"), "GET");
      assert.equal(headers.get("access-control-allow-headers"), "Content-Type");
    }
  });
}

Deno.test("the server card agrees with the server's own introduction, and names no tools", async () => {
  const card = await (await app.request("/mcp/server-card")).json();
  const discover = await rpcAnswer(await send(modernRpc("server/discover"), modernHeaders("server/discover")));
  const { supportedVersions, _meta } = Object(discover.result);
  const info = _meta["io.modelcontextprotocol/serverInfo"];
  assert.equal(card.name, `example.reviews/${info.name}`);
  for (const member of ["title", "version", "websiteUrl"]) assert.equal(card[member], info[member], member);
  assert.ok(card.description.length <= 100);
  assert.deepEqual(card._meta, { "org.schema/publishingPrinciples": "https://reviews.example/policy" });
  assert.deepEqual(card.remotes, [{
    type: "streamable-http",
    url: "https://reviews.example/mcp",
    supportedProtocolVersions: [...supportedVersions, ...SUPPORTED_PROTOCOL_VERSIONS],
  }]);
  assert.doesNotMatch(JSON.stringify(card), /search_reviews|tools/);
});

Deno.test("the catalog leads to the card", async () => {
  const { specVersion, entries } = await (await app.request("/.well-known/ai-catalog.json")).json();
  assert.equal(specVersion, "1.0");
  assert.equal(entries.length, 1);
  assert.equal(entries[0].identifier, "urn:air:reviews.example:mcp:public-reviews");
  const card = await app.request(new URL(entries[0].url).pathname);
  assert.equal(entries[0].url, "https://reviews.example/mcp/server-card");
  assert.equal(card.headers.get("content-type"), entries[0].type);
  await card.body?.cancel();
});

Deno.test("the card of any host has a name of the form that registries take", () => {
  const names = ["http://localhost:8000", "http://127.0.0.1:80", "http://[::1]:8000", "https://a.b-c.example"];
  assert.deepEqual(names.map((baseUrl) => serverCard({ baseUrl }).name), [
    "localhost/public-reviews",
    "127.0.0.1/public-reviews",
    "1/public-reviews",
    "example.b-c.a/public-reviews",
  ]);
});

Deno.test("server.json, for registries, says the same as the card", async () => {
  const published = JSON.parse(await Deno.readTextFile(new URL("../../../server.json", import.meta.url)));
  const { $schema, remotes, ...rest } = published;
  const card = serverCard(TEST_SITE);
  assert.match($schema, /\/2025-12-11\/server\.schema\.json$/);
  const { name, title, description, version, websiteUrl } = card;
  assert.deepEqual(rest, { name, title, description, version, websiteUrl });
  assert.deepEqual(remotes, card.remotes.map(({ type, url }) => ({ type, url })));
});
