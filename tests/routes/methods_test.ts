import assert from "node:assert/strict";
import { testApp } from "../support/service/test_app.ts";

const app = testApp();
const METHODS: Readonly<Record<string, string>> = {
  "/api/websub/hub": "POST, OPTIONS",
  "/mcp": "POST, OPTIONS",
};
const methodsOf = (path: string) => METHODS[path] ?? "GET, HEAD, OPTIONS";
const PATHS = [
  "/reviews.json /insights.json /api/feed.json /feed.xml /api/reviews/search /api/reviews/since/2026-01-01 /healthz",
  "/readyz /openapi.json /docs /api/websub/hub /mcp /mcp/server-card /.well-known/ai-catalog.json /api/business",
  "/.well-known/api-catalog /llms.txt /sitemap.xml /badge.svg /embed.js /embed/list",
].flatMap((paths) => paths.split(" "));

Deno.test("a known path answers another method 405, naming those it has", async () => {
  for (const path of PATHS) {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "PROPFIND"]) {
      if (methodsOf(path).includes(method)) continue;
      const response = await app.request(path, { method, body: method === "POST" ? "x=1" : null });
      assert.equal(response.status, 405, `${method} ${path}`);
      assert.equal(response.headers.get("allow"), methodsOf(path));
      assert.equal(response.headers.get("content-type"), "application/json");
      const problem = await response.json();
      assert.deepEqual(Object.keys(problem), ["type", "title", "status", "detail"]);
      assert.equal(problem.status, 405);
    }
  }
});

Deno.test("an unknown path answers 404 to every method, as a problem that any page may read", async () => {
  const unknown =
    "/nope /reviews.json/ //reviews.json /api /api/reviews /api/reviews/ /api/reviews/a/b /%zz /%00 /..%2f " +
    "/api/reviews/since/ /api/reviews/since/. /api/reviews/since/2026-01-01/x";
  for (const path of unknown.split(" ")) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const response = await app.request(path, { method });
      assert.equal(response.status, 404, `${method} ${path}`);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.equal((await response.json()).title, "Not Found");
    }
    const head = await app.request(path, { method: "HEAD" });
    assert.equal(head.status, 404);
    assert.equal((await head.bytes()).length, 0);
  }
});

const NAMED = ["cache-control, traceparent, x-anything", "authorization,if-none-match"];

Deno.test("a preflight allows any request header, by name and else all", async () => {
  for (const path of PATHS) {
    for (const asked of [...NAMED, null, "", "not a name", "a".repeat(5000)]) {
      const headers = new Headers({ origin: "https://app.example", "access-control-request-method": "GET" });
      if (asked !== null) headers.set("access-control-request-headers", asked);
      const response = await app.request(path, { method: "OPTIONS", headers });
      assert.equal(response.status, 204);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.equal(response.headers.get("access-control-allow-methods"), methodsOf(path));
      const allowed = NAMED.find((names) => names === asked) ?? "*, Authorization";
      assert.equal(response.headers.get("access-control-allow-headers"), allowed);
    }
  }
});

Deno.test("a request is refused when its Host or target does not leave the path that was asked for, or is too long", async () => {
  const answer = (url: string, host: string) =>
    app.fetch(Object.defineProperty(new Request("http://x/", { headers: { host } }), "url", { value: url }));
  const wrong = {
    "http://x/reviews.json?/nothing": "x/reviews.json?",
    "http://x?q=1": "x",
    "http://a b/reviews.json": "a b",
    "http://[::g]/reviews.json": "[::g]",
  };
  for (const [url, host] of Object.entries(wrong)) assert.equal((await answer(url, host)).status, 400, url);
  for (const query of ["a&".repeat(101), "a".repeat(16_384)]) {
    assert.equal((await answer(`http://x/reviews.json?${query}`, "x")).status, 414);
  }
  assert.equal((await answer(`http://x/reviews.json?${"a&".repeat(100)}`, "x")).status, 200);
  for (const host of ["x", "exa_mple.com:80", "[::1]:80"]) {
    assert.equal((await answer(`http://${host}/reviews.json`, host)).status, 200, host);
  }
});
