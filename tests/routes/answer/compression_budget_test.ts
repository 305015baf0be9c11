import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { compressionBudget } from "../../../routes/answer/compress.ts";
import { testApp, testSnapshot } from "../../support/service/test_app.ts";

const MEBIBYTE = 1_048_576;
const GZIP = { "accept-encoding": "gzip" };

Deno.test("compressionBudget() lets 16 MiB a second be compressed, and saves up no more than that", () => {
  let time = 5000;
  const budget = compressionBudget(() => time);
  const spend = () => Array.from({ length: 40 }, () => budget(MEBIBYTE)).filter((isAllowed) => isAllowed).length;
  assert.equal(spend(), 16);
  time += 250;
  assert.equal(spend(), 4);
  time += 3_600_000;
  assert.equal(spend(), 16);
  assert.equal(budget(1), false);
});

/** Sends requests to an application that may compress only answers that are requested repeatedly. */
function askBusy(isQuiet: () => boolean = () => false) {
  const app = testApp(testSnapshot(), { compressionBudget: isQuiet });
  return async (path: string, headers: Record<string, string> = GZIP, method = "GET") => {
    const response = await app.request(path, { headers, method });
    const { status } = response;
    return { status, headers: response.headers, bytes: await response.bytes() };
  };
}

Deno.test("a busy service first sends a search uncompressed, and compresses it when requested again", async () => {
  const ask = askBusy();
  const path = "/api/reviews/search?query=the";
  const first = await ask(path);
  const plain = await ask(path, {});
  assert.equal(first.headers.get("content-encoding"), null);
  assert.equal(first.headers.get("vary"), "Accept-Encoding");
  assert.equal(first.headers.get("etag"), plain.headers.get("etag"));
  assert.deepEqual(first.bytes, plain.bytes);
  for (const _ of ["made", "kept"]) {
    const again = await ask(path);
    assert.equal(again.headers.get("content-encoding"), "gzip");
    assert.ok(gunzipSync(again.bytes).equals(plain.bytes));
    assert.notEqual(again.headers.get("etag"), first.headers.get("etag"));
  }
});

Deno.test("a busy service recognises earlier tags, and compresses for clients that refuse identity", async () => {
  let isQuiet = true;
  const ask = askBusy(() => isQuiet);
  const path = "/api/reviews/search?query=the&limit=30";
  const tag = (await ask(path, GZIP, "HEAD")).headers.get("etag") ?? "";
  assert.match(tag, /-gzip"$/);
  isQuiet = false;
  assert.equal((await ask(path, { ...GZIP, "if-none-match": tag }, "HEAD")).status, 304);
  assert.equal((await ask(path, { ...GZIP, "if-match": tag }, "HEAD")).status, 200);
  assert.equal((await ask(path, GZIP, "HEAD")).headers.get("content-encoding"), null);
  const demanded = await ask(path, { "accept-encoding": "gzip, identity;q=0" }, "HEAD");
  assert.equal(demanded.headers.get("content-encoding"), "gzip");
});
