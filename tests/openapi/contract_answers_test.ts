import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { answerFaults, exampleValues, operationUrl } from "../support/api/answer_faults.ts";
import { API_OPERATIONS } from "../support/api/api_document.ts";
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

for (const operation of API_OPERATIONS.filter(({ method }) => method === "GET")) {
  const { operationId = "", responses } = operation;
  const statuses = STATUSES[operationId]?.split(" ") ?? [];
  const examples = exampleValues(operation, ["path", "query"]);
  const url = operationUrl(operation, examples);
  /** The URL with other values, if they lead to another of its statuses. */
  const urlOf = (status: number, values: Readonly<Record<string, string>>) =>
    statuses.includes(String(status)) ? operationUrl(operation, { ...examples, ...values }) : url;
  const wrong = Object.fromEntries(Object.keys(examples).map((name) => [name, "\u0000"]));

  Deno.test(`${operationId} answers GET and HEAD with each of its statuses and no other, as documented`, async () => {
    const errors: unknown[] = [];
    const faulty = faultyApp((error) => errors.push(error));
    const { headers } = await ready.request(url);
    const lastModified = headers.get("last-modified");
    const requests: readonly (readonly [status: number, app: typeof ready, url: string, headers?: HeadersInit])[] = [
      [200, ready, url],
      [200, ready, url, { "if-none-match": '"other"' }],
      [304, ready, url, { "if-none-match": headers.get("etag") ?? "" }],
      [304, ready, url, { "if-none-match": "*" }],
      ...lastModified === null ? [] : [[304, ready, url, { "if-modified-since": lastModified }] as const],
      [400, ready, urlOf(400, wrong)],
      [404, ready, urlOf(404, { id: "0000000000ZZZZZZZZZZZZZZZZ" })],
      [406, ready, url, { "accept-encoding": "identity;q=0" }],
      [410, erasing, urlOf(410, { id: ERASED_ID, cursor: "0-0-ffffffff" })],
      [412, ready, url, { "if-match": '"other"' }],
      [500, faulty, url],
      [503, unready, url],
    ];
    for (const [situation, app, asked, headers = {}] of requests) {
      const status = statuses.includes(String(situation)) ? situation : 200;
      const [get, head] = await Promise.all(["GET", "HEAD"].map((method) => app.request(asked, { method, headers })));
      assert.ok(get && head);
      assert.deepEqual([get.status, head.status], [status, status], `${asked} ${JSON.stringify(headers)}`);
      assert.deepEqual([...head.headers], [...get.headers]);
      if (status === 500) assert.doesNotMatch(await get.clone().text(), /secret|\.ts|stack/);
      assert.deepEqual(await answerFaults(operation, "GET", get), [], `GET ${status}`);
      assert.deepEqual(await answerFaults(operation, "HEAD", head), [], `HEAD ${status}`);
    }
    assert.equal(errors.length > 0 && String(errors[0]).includes("secret detail"), statuses.includes("500"));
    for (const app of [ready, unready]) {
      for (const method of OTHER_METHODS) {
        const response = await app.request(url, { method });
        const allowed = response.headers.get("allow")?.split(", ") ?? [];
        assert.ok(response.status === 405 && allowed.includes("GET") && !allowed.includes(method), `${allowed}`);
        assert.deepEqual(await answerFaults(operation, method, response), [], method);
      }
    }
    const possible = [405, ...requests.map(([status]) => status)].map(String);
    assert.deepEqual(statuses.filter((status) => !possible.includes(status)), []);
    const { default: others, ...listed } = responses;
    assert.deepEqual(Object.keys(listed).filter((status) => !statuses.includes(status)), []);
    assert.ok(others !== undefined);
  });

  if (statuses.includes("304")) {
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
}
