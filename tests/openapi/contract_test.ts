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
// A path that ends before its parameter, or climbs out of it, is another path.
const OTHER_PATHS = new Set(["", ".", ".."]);

async function assertAsDocumented(operation: ApiOperation, values: ParameterValues): Promise<void> {
  const faults = await parameterRequestFaults(operation, values);
  assert.deepEqual(faults, [], `${operation.operationId} ${JSON.stringify(values).slice(0, 300)}`);
}

/**
 * Requests an operation with these parameters and lists the differences between response and document: 200 exactly if
 * all parameters are allowed, otherwise a 400 that names each wrong one once, or the documented 404 for an id that is not
 * that of the example; and everything {@linkcode answerFaults} finds.
 */
async function parameterRequestFaults(
  operation: ApiOperation,
  values: ParameterValues,
): Promise<readonly string[]> {
  const expected = expectedFaults(operation, values);
  const response = await app.request(operationUrl(operation, values));
  const faults = [...await answerFaults(operation, "GET", response.clone())];
  const isThere = operation.operationId !== "getReview" ||
    values["id"] === exampleValues(operation, ["path"])["id"];
  const status = expected.length > 0 ? 400 : isThere ? 200 : 404;
  if (response.status !== status) return [...faults, `status is ${response.status}, the document says ${status}`];
  if (status !== 400) return faults;
  const found = await issueNames(response);
  if (found.join() !== expected.join()) {
    faults.push(`issues name ${found.join()}, the document says ${expected.join()}`);
  }
  return faults;
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
  const { since, until } = values;
  const { min_rating: least, max_rating: most } = values;
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

    Deno.test(`${operation.operationId} refuses ${name} when it is given twice, alike or not`, async () => {
      const valid = others[name] ?? "";
      for (const texts of [[valid, valid], [valid, ""], ["", valid], [valid, "\u0000", valid]]) {
        await assertAsDocumented(operation, { ...others, [name]: texts });
      }
    });

    // A cursor has no example: it belongs to one dataset.
    if (name === "cursor") continue;
    Deno.test(`${operation.operationId} reads ${name} when its name is percent-encoded`, async () => {
      const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
      const valid = encodeURIComponent(others[name] ?? "");
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
