import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import {
  answerFaults,
  exampleValues,
  issueNames,
  operationUrl,
  type ParameterValues,
} from "../support/api/answer_faults.ts";
import { API_OPERATIONS, type ApiOperation, apiOperation } from "../support/api/api_document.ts";
import { testApp } from "../support/service/test_app.ts";

const app = testApp();
const search = apiOperation("searchReviews");
const MALFORMED: readonly string[] = [
  ...["%", "%%", "%4", "%zz", "%u0035", "5%", "%5", "5%2", "% 5"],
  ...["%FF", "%80", "5%FF", "%FF5", "2024-02-29%FF", "%C0%AF", "%C0%80", "%C3", "%C3%28", "%E2%82", "%E0%80%AF"],
  ...["%ED%A0%80", "%ED%B0%80", "%F0%9F%98", "%F0%80%80%AF", "%F4%90%80%80", "%F5%80%80%80", "a%20%E2%82+b"],
];
/** Names of parameters that no operation has, as they stand in a query. */
const UNKNOWN: readonly string[] = [
  ...["raing", "rating%20", "%20rating", "rating.0", "utm_source", "__proto__", "constructor", "toString"],
  ...["hasOwnProperty", "", "%FF", "rating%FF", "%", "%zzlimit", "%F0%9F%98%80"],
];
const verbatim = (text: string) => text;
/** A name that must be decoded to be recognised. */
const percentEncoded = (name: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;

async function assertRefused(operation: ApiOperation, url: string, issues: readonly string[]): Promise<void> {
  const response = await app.request(url);
  assert.equal(response.status, 400, url);
  assert.deepEqual(await answerFaults(operation, "GET", response.clone()), [], url);
  assert.deepEqual(await issueNames(response), issues, url);
}

for (const operation of API_OPERATIONS) {
  for (const { name, in: place } of operation.parameters.filter((parameter) => parameter.in !== "header")) {
    Deno.test(`${operation.operationId} refuses and names ${name} when it is not percent-encoded UTF-8`, async () => {
      for (const text of MALFORMED) {
        await assertRefused(operation, operationUrl(operation, { [name]: text }, verbatim), [`${place} ${name}`]);
        if (place !== "query") continue;
        await assertRefused(operation, `${operation.path}?${percentEncoded(name)}=${text}`, [`query ${name}`]);
      }
    });
  }
}

Deno.test("searchReviews names a parameter once when it is malformed many times", async () => {
  const url = operationUrl(search, { rating: Array<string>(60).fill("%FF"), limit: "%" }, verbatim);
  await assertRefused(search, url, ["query limit", "query rating"]);
});

/** The visible parts of a response: the same search must give the same bytes. */
async function seen(url: string): Promise<readonly unknown[]> {
  const response = await app.request(url);
  return [response.status, response.headers.get("etag"), await response.text()];
}

for (const operation of API_OPERATIONS.filter(({ method }) => method === "GET")) {
  const known = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const values = exampleValues(operation, ["path", "query"]);
  const plain = operationUrl(operation, values);

  Deno.test(`${operation.operationId} changes nothing when any unknown parameter is given, before or after`, async () => {
    const before = await seen(plain);
    assert.equal(before[0], 200);
    const any = fc.string({ unit: "binary", maxLength: 12 }).filter((text) =>
      !known.includes(text) && text.toLowerCase() !== "q"
    );
    const name = fc.oneof(any.map(encodeURIComponent), fc.constantFrom(...UNKNOWN));
    const value = fc.oneof(fc.string({ unit: "binary" }).map(encodeURIComponent), fc.constantFrom("6", ...MALFORMED));
    await fc.assert(
      fc.asyncProperty(name, value, fc.boolean(), fc.boolean(), async (unknown, text, isFirst, isTwice) => {
        const pair = isTwice ? `${unknown}&${unknown}=${text}` : `${unknown}=${text}`;
        const [path, query = ""] = plain.split("?");
        const pairs = (isFirst ? [pair, query] : [query, pair]).filter((one) => one !== "");
        assert.deepEqual(await seen(`${path}?${pairs.join("&")}`), before);
      }),
      runs(300),
    );
  });
}

Deno.test("searchReviews takes a plus sign and %20 as a space when it reads text", async () => {
  const values: ParameterValues = { query: "water heater" };
  const plus = operationUrl(search, values, (text) => text.replaceAll(" ", "+"));
  assert.deepEqual(await seen(plus), await seen(operationUrl(search, values)));
  assert.match(String((await seen(plus))[2]), /"matched":[1-9]/);
});
