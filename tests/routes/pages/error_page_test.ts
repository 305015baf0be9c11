import assert from "node:assert/strict";
import { BROWSER_ACCEPT, linksOf, readPage, textsOf } from "../../support/pages/read_page.ts";
import { faultyApp, testApp } from "../../support/service/test_app.ts";

const app = testApp();
const UNKNOWN = ["/nope", "/reviews/00000000000000000000000000", "/technicians/nobody", "/services/%FF", "/reviews/"];

Deno.test("a browser gets an HTML page for a missing address, other clients a problem document", async () => {
  for (const path of UNKNOWN) {
    const { status, headers, document } = await readPage(app, path);
    assert.equal(status, 404, path);
    assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none'; style-src 'self'; /);
    assert.deepEqual(textsOf(document, "h1"), ["There is nothing here"]);
    assert.ok(linksOf(document, "main a").includes("/"));
    assert.equal(linksOf(document, "link[rel=canonical]").length, 0);
    const head = await app.request(path, { method: "HEAD", headers: { accept: BROWSER_ACCEPT } });
    assert.equal(head.headers.get("content-length"), headers.get("content-length"));
    assert.equal(await head.text(), "");
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.9"]) {
      const response = await app.request(path, { headers: { accept } });
      assert.equal(response.status, 404);
      assert.equal(response.headers.get("content-type"), "application/json", `${path} ${accept}`);
      assert.equal((await response.json()).status, 404);
    }
  }
});

Deno.test("errors at data paths are JSON for a browser too", async () => {
  const paths = "/api/nope /api/reviews/search?rating=9 /nope.json /mcp/nope /assets/x /.well-known/x";
  for (const path of paths.split(" ")) {
    const response = await app.request(path, { headers: { accept: BROWSER_ACCEPT } });
    assert.ok(response.status >= 400, path);
    assert.equal(response.headers.get("content-type"), "application/json", path);
    await response.body?.cancel();
  }
});

Deno.test("before loading, pages answer 503 with a message, and internal errors 500", async () => {
  for (const path of ["/", "/?rating=5", "/summary", "/reviews/x", "/technicians/x", "/services/x"]) {
    const loading = await readPage(testApp(null), path);
    assert.equal(loading.status, 503, path);
    assert.equal(loading.headers.get("retry-after"), "1");
    assert.deepEqual(textsOf(loading.document, "h1"), ["One moment, please"]);
    const errors: unknown[] = [];
    const failed = await readPage(faultyApp((error) => errors.push(error)), path);
    assert.equal(failed.status, 500, path);
    assert.deepEqual(textsOf(failed.document, "h1"), ["Something went wrong"]);
    assert.doesNotMatch(failed.text, /secret|stack|\.ts/);
    assert.equal(errors.length, 1);
  }
});
