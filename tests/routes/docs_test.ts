import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { SCALAR_PATH } from "../../openapi/scalar_bundle.ts";
import { browse, type BrowseStep, hasBrowser } from "../support/pages/browse.ts";
import { tempStore } from "../support/service/temp_store.ts";
import { testApp } from "../support/service/test_app.ts";
import { startServer } from "../support/service/test_server.ts";

const app = testApp();

Deno.test("/docs is a page that only its own scripts can run on, the same for everybody", async () => {
  const response = await app.request("/docs");
  const html = await response.text();
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  const policy = response.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-[\w+/]{43}='; /);
  assert.doesNotMatch(policy.replace("style-src 'self' 'unsafe-inline'", ""), /unsafe|\*|https?:/);
  assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//);
  assert.ok(html.includes(`src="${SCALAR_PATH}"`));
  const again = await app.request("/docs", { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get("content-security-policy"), policy);
});

Deno.test("the script of /docs is served from here, compressed, and may be kept for ever", async () => {
  const inCoding = async (coding: string) => {
    const response = await app.request(SCALAR_PATH, { headers: { "accept-encoding": coding } });
    assert.equal(response.headers.get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
    return await response.bytes();
  };
  const [plain, br, gzip] = [await inCoding("identity"), await inCoding("br"), await inCoding("gzip")];
  assert.ok(plain.length > 4_000_000 && br.length < 1_000_000 && gzip.length < 1_300_000);
  assert.deepEqual(new Uint8Array(brotliDecompressSync(br)), plain);
  assert.deepEqual(new Uint8Array(gunzipSync(gzip)), plain);
  assert.doesNotMatch(new TextDecoder().decode(plain.subarray(-200)), /sourceMappingURL/);
});

Deno.test({
  name: "/docs shows every operation in a browser, asks no other host, and logs no error",
  ignore: !hasBrowser,
  fn: async () => {
    await using store = await tempStore();
    await using server = await startServer(store.kvPath);
    const operations = [
      ["Documents", "All verified reviews"],
      ["Documents", "What the reviews say, taken together"],
      ["Feeds", "JSON Feed of the newest reviews"],
      ["Feeds", "Atom feed of the newest reviews"],
      ["Reviews", "Search the reviews"],
      ["Reviews", "Reviews on or after a day"],
      ["Service", "Whether the service is ready"],
      ["Service", "This description"],
    ] as const;
    const { requests, errors } = await browse(`${server.origin}/docs`, "docs", { width: 1400, height: 1000 }, [
      { text: "Powered by Scalar" },
      ...operations.flatMap(([group, summary]): BrowseStep[] => [
        { click: "button", name: `Open Group - ${group}`, ifThere: true },
        { click: "link", name: summary },
        { shown: "heading", name: summary },
      ]),
    ]);
    const own = (url: string) => url.startsWith(`${server.origin}/`) || /^(?:data|blob):/.test(url);
    assert.ok(requests.includes(`${server.origin}/openapi.json`));
    assert.deepEqual(requests.filter((url) => !own(url)), []);
    assert.deepEqual(errors, []);
  },
});
