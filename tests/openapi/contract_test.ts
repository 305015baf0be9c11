import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { API_OPERATIONS, type ApiOperation, apiOperation, type ApiParameter } from "../support/api/api_document.ts";
import { allowsText, EDGE_TEXTS, parameterText } from "../support/api/schema_faults.ts";
import {
  answerFaults,
  exampleValues,
  issueNames,
  operationUrl,
  type ParameterValues,
} from "../support/api/answer_faults.ts";
import { testApp } from "../support/service/test_app.ts";

const app = testApp();
/** Maximum length of a URL with its origin, in characters; a longer one is a 414. */
const LONGEST_URL = 16_384;
const ORIGIN = "http://localhost";
// A path that ends before its parameter, or climbs out of it, is another path.
const OTHER_PATHS = new Set(["", ".", ".."]);

/** A name that must be decoded to be recognised. */
const percentEncoded = (name: string) => `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;

/**
 * Requests an operation with these parameters and asserts that it answers as documented: 200 exactly if all parameters
 * are allowed, otherwise a 400 that names each wrong one once, or a 404 for an id that is not that of the example.
 */
async function assertAsDocumented(operation: ApiOperation, values: ParameterValues): Promise<void> {
  const place = `${operation.operationId} ${JSON.stringify(values).slice(0, 300)}`;
  const url = operationUrl(operation, values);
  const response = await app.request(url);
  if (new URL(url, ORIGIN).href.length > LONGEST_URL) return assert.equal(response.status, 414, place);
  const expected = expectedFaults(operation, values);
  assert.deepEqual(await answerFaults(operation, "GET", response.clone()), [], place);
  const isThere = operation.operationId !== "getReview" || values["id"] === exampleValues(operation, ["path"])["id"];
  assert.equal(response.status, expected.length > 0 ? 400 : isThere ? 200 : 404, place);
  if (response.status === 400) assert.deepEqual(await issueNames(response), expected, place);
}

/** The faults of a request according to the document, sorted: `query rating` for the query parameter `rating`. */
function expectedFaults({ parameters }: ApiOperation, values: ParameterValues): readonly string[] {
  const names = new Set(
    parameters.filter((parameter) => {
      const texts = [values[parameter.name] ?? []].flat();
      // No parameter is a list, so each is given at most once.
      return texts.length === 0 ? parameter.required : texts.length > 1 || !allowsText(parameter, texts[0] ?? "");
    }).map(({ name }) => name),
  );
  // Only the descriptions of `until`, `max_rating` and `cursor` state these rules. Such dates sort as strings.
  const { since, until, min_rating: least, max_rating: most } = values;
  const areStars = typeof least === "string" && typeof most === "string" && !names.has("min_rating") &&
    !names.has("max_rating");
  if (areStars && Number(least) > Number(most)) names.add("max_rating");
  const areDays = typeof since === "string" && typeof until === "string" && !names.has("since") && !names.has("until");
  if (areDays && since > until) names.add("until");
  // The service checks the cursor last. No generated text is a cursor of the data.
  if (names.size === 0 && typeof values["cursor"] === "string") names.add("cursor");
  return parameters.filter(({ name }) => names.has(name)).map((parameter) => `${parameter.in} ${parameter.name}`)
    .sort();
}

function textParameters({ parameters }: ApiOperation): readonly ApiParameter[] {
  return parameters.filter((parameter) => parameter.in !== "header");
}

for (const operation of API_OPERATIONS) {
  for (const parameter of textParameters(operation)) {
    const { name } = parameter;
    const canCarry = (text: string) => parameter.in !== "path" || !OTHER_PATHS.has(text);
    const others = exampleValues(operation, ["path", "query"]);

    Deno.test(`${operation.operationId} takes an edge text as ${name} exactly when the document allows it`, async () => {
      for (const text of EDGE_TEXTS.filter(canCarry)) {
        await assertAsDocumented(operation, { ...others, [name]: text });
        await assertAsDocumented(operation, { [name]: text });
      }
    });

    Deno.test(`${operation.operationId} takes any text as ${name} exactly when the document allows it`, async () => {
      await fc.assert(
        fc.asyncProperty(parameterText(parameter).filter(canCarry), async (text) => {
          await assertAsDocumented(operation, { ...others, [name]: text });
        }),
        runs(1000),
      );
    });

    if (parameter.in !== "query") continue;

    Deno.test(`${operation.operationId} refuses ${name} twice, alike or not, and knows its name percent-encoded`, async () => {
      const example = others[name] ?? "";
      for (const texts of [[example, example], [example, ""], ["", example], [example, "\u0000", example]]) {
        await assertAsDocumented(operation, { ...others, [name]: texts });
      }
      // A cursor has no example: it belongs to one dataset.
      if (name === "cursor") return;
      const encoded = percentEncoded(name);
      const valid = encodeURIComponent(example);
      assert.equal((await app.request(`${operation.path}?${encoded}=${valid}`)).status, 200);
      assert.equal((await app.request(`${operation.path}?${encoded}=`)).status, 400);
      assert.equal((await app.request(`${operation.path}?${encoded}=${valid}&${name}=${valid}`)).status, 400);
    });
  }
}

const search = apiOperation("searchReviews");
const filters = textParameters(search);

Deno.test("searchReviews names every wrong filter, and no other, when several are wrong", async () => {
  const anyFilters = fc.record(
    Object.fromEntries(filters.map((filter) => [filter.name, fc.option(parameterText(filter), { nil: [] })])),
  );
  await fc.assert(fc.asyncProperty(anyFilters, (values) => assertAsDocumented(search, values)), runs(1000));
});

Deno.test("searchReviews refuses since after until, and takes them in order or alike", async () => {
  const day = fc.date({ min: new Date("2019-12-30"), max: new Date("2027-01-02"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const rating = fc.option(fc.constantFrom("5", "6"), { nil: [] });
  const range = fc.record({ since: day, until: day, rating });
  await fc.assert(fc.asyncProperty(range, (values) => assertAsDocumented(search, values)), runs(500));
  await assertAsDocumented(search, { since: "2026-11-01", until: "2026-11-01" });
  await assertAsDocumented(search, { since: "2026-11-02", until: "2026-11-01" });
});

Deno.test("searchReviews answers without a filter as with its documented default", async () => {
  const body = async (values: ParameterValues) => await (await app.request(operationUrl(search, values))).text();
  for (const { name, schema } of filters.filter(({ schema }) => schema.default !== undefined)) {
    assert.equal(await body({}), await body({ [name]: String(schema.default) }));
    assert.notEqual(await body({}), await body({ [name]: String(schema.minimum) }));
  }
});

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
async function assertRefused(operation: ApiOperation, url: string, issues: readonly string[]): Promise<void> {
  const response = await app.request(url);
  assert.equal(response.status, 400, url);
  assert.deepEqual(await answerFaults(operation, "GET", response.clone()), [], url);
  assert.deepEqual(await issueNames(response), issues, url);
}

for (const operation of API_OPERATIONS) {
  for (const { name, in: place } of textParameters(operation)) {
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
        const after = await seen(`${path}?${pairs.join("&")}`);
        // A search names the parameter in its note, which is part of its entity tag.
        if (operation !== search) return assert.deepEqual(after, before);
        const found = ([status, , body]: typeof before) => {
          const { note: _, ...result } = JSON.parse(String(body));
          return [status, result];
        };
        assert.deepEqual(found(after), found(before));
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
