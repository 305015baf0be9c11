import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { answerFaults, exampleValues, operationUrl } from "../support/api/answer_faults.ts";
import { API_OPERATIONS, type ApiOperation } from "../support/api/api_document.ts";
import { erasureKey, readErasedMarks, writeMarks } from "../../domain/dataset/erased_marks.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { faultyApp, testApp, testSnapshot } from "../support/service/test_app.ts";

const ready = testApp();
const unready = testApp(null);
const ERASED_ID = "0000000001ZZZZZZZZZZZZZZZZ";
using store = await Deno.openKv(":memory:");
const marking = store.atomic();
writeMarks(marking, await erasureKey(store), reviewOf({ id: ERASED_ID }), new Date());
await marking.commit();
const erasing = testApp({ ...testSnapshot(), erased: await readErasedMarks(store) });
const CONDITIONS: readonly Record<string, string>[] = [
  { "if-none-match": '"other"' },
  { "if-none-match": "*" },
  { "if-match": '"other"' },
  { "accept-encoding": "identity;q=0" },
];
/** All statuses of GET. The document lists those with a shape of their own; its `default` stands for the others. */
const STATUSES: Readonly<Record<string, string>> = {
  getReviews: "200 304 405 406 412 500 503",
  getInsights: "200 304 405 406 412 500 503",
  getBusiness: "200 304 405 406 412 500 503",
  getReviewPolicy: "200 304 405 406 412 500 503",
  getPolicyHistory: "200 304 400 405 406 412 500 503",
  getJsonFeed: "200 304 405 406 412 500 503",
  getAtomFeed: "200 304 405 406 412 500 503",
  searchReviews: "200 304 400 405 406 412 500 503",
  getReviewsSince: "200 304 400 405 406 412 500 503",
  getChanges: "200 304 400 405 406 410 412 500 503",
  getReview: "200 304 400 404 405 406 410 412 500 503",
  getHealth: "200 405 500 503",
  getReadiness: "200 405 500 503",
  getApiDescription: "200 304 405 406 412 500",
};
const OTHER_METHODS = ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "GETX"];

async function assertDocumented(operation: ApiOperation, method: string, response: Response, status: number) {
  assert.equal(response.status, status);
  assert.deepEqual(await answerFaults(operation, method, response), [], `${method} ${status}`);
}

for (const operation of API_OPERATIONS.filter(({ method }) => method === "GET")) {
  const { operationId = "", responses } = operation;
  const statuses = STATUSES[operationId]?.split(" ") ?? [];
  const url = operationUrl(operation, exampleValues(operation, ["path", "query"]));
  const wrongUrl = operationUrl(
    operation,
    Object.fromEntries(
      operation.parameters.filter((parameter) => parameter.in !== "header").map(({ name }) => [name, "\u0000"]),
    ),
  );

  const unknownUrl = operationUrl(operation, {
    ...exampleValues(operation, ["path", "query"]),
    ...!statuses.includes("404") ? {} : { id: "0000000000ZZZZZZZZZZZZZZZZ" },
  });

  const erasedUrl = operationUrl(operation, {
    ...exampleValues(operation, ["path", "query"]),
    ...!statuses.includes("410") ? {} : { id: ERASED_ID, cursor: "0-0-ffffffff" },
  });

  const isAlwaysReady = !statuses.includes("503");
  const situations = [
    ["", 200, ready, url],
    [" when its parameters are wrong", 400, ready, wrongUrl],
    [" when the requested item is gone", 410, erasing, erasedUrl],
    [" before a dataset is loaded", isAlwaysReady ? 200 : 503, unready, url],
  ] as const;
  for (const [situation, status, app, asked] of situations) {
    if (!statuses.includes(String(status))) continue;
    Deno.test(`${operationId} answers GET and HEAD with the documented ${status}${situation}`, async () => {
      const get = await app.request(asked);
      const head = await app.request(asked, { method: "HEAD" });
      assert.deepEqual([...head.headers], [...get.headers]);
      await assertDocumented(operation, "GET", get, status);
      await assertDocumented(operation, "HEAD", head, status);
    });
  }

  if (statuses.includes("304")) {
    Deno.test(`${operationId} answers GET and HEAD with the documented 304 when the client has the answer`, async () => {
      const { headers } = await ready.request(url);
      const conditions = [{ "if-none-match": headers.get("etag") ?? "" }, { "if-none-match": "*" }];
      const lastModified = headers.get("last-modified");
      const all = lastModified === null ? conditions : [...conditions, { "if-modified-since": lastModified }];
      for (const condition of all) {
        for (const method of ["GET", "HEAD"]) {
          await assertDocumented(operation, method, await ready.request(url, { method, headers: condition }), 304);
        }
      }
    });

    Deno.test(`${operationId} answers 200 or 304 as documented when a condition is any text`, async () => {
      // A header contains no line ends and no characters beyond Latin-1 (RFC 9110 5.5).
      const unit = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) =>
        String.fromCharCode(code)
      );
      const names = operation.parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
      assert.deepEqual(names, ["If-None-Match", "If-Modified-Since"]);
      const text = fc.oneof(
        fc.string({ unit }),
        fc.constantFrom('"', '""', "W/", "*, *", "Tue, 31 Feb 2026 00:00:00 GMT"),
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...names), text, async (name, value) => {
          const response = await ready.request(url, { headers: { [name]: value } });
          assert.ok([200, 304].includes(response.status));
          assert.deepEqual(await answerFaults(operation, "GET", response), []);
        }),
        runs(50),
      );
    });
  }

  Deno.test(`${operationId} answers every other method with the documented 405`, async () => {
    for (const app of [ready, unready]) {
      for (const method of OTHER_METHODS) {
        const response = await app.request(url, { method });
        const allowed = response.headers.get("allow")?.split(", ") ?? [];
        assert.ok(allowed.includes("GET") && !allowed.includes(method), `${allowed}`);
        await assertDocumented(operation, method, response, 405);
      }
    }
  });

  if (statuses.includes("500")) {
    Deno.test(`${operationId} answers as documented on an internal error, and reveals nothing of it`, async () => {
      const errors: unknown[] = [];
      const faulty = faultyApp((error) => errors.push(error));
      const response = await faulty.request(url);
      assert.doesNotMatch(await response.clone().text(), /secret|\.ts|stack/);
      await assertDocumented(operation, "GET", response, 500);
      await assertDocumented(operation, "HEAD", await faulty.request(url, { method: "HEAD" }), 500);
      assert.match(String(errors[0]), /secret detail/);
    });
  }

  Deno.test(`${operationId} gives each of its statuses and no other, and the document allows them`, async () => {
    const given = new Set<number>();
    for (const app of [ready, erasing, unready, faultyApp()]) {
      for (const asked of [url, wrongUrl, unknownUrl, erasedUrl]) {
        for (const method of ["GET", "HEAD", ...OTHER_METHODS]) {
          for (const headers of CONDITIONS) given.add((await app.request(asked, { method, headers })).status);
        }
      }
    }
    assert.deepEqual([...given].map(String).sort(), statuses);
    const listed = Object.keys(responses).filter((status) => status !== "default");
    assert.deepEqual(listed.filter((status) => !statuses.includes(status)), []);
    assert.ok(responses["default"] !== undefined);
  });
}

Deno.test("the application answers 404 when no operation has the path", async () => {
  for (
    const path of ["/api/reviews/since/", "/api/reviews/since/.", "/api/reviews/since/2026-01-01/x", "/reviews.json/"]
  ) {
    assert.equal((await ready.request(path)).status, 404, path);
  }
});
