import fc from "fast-check";
import assert from "node:assert/strict";
import { API_OPERATIONS, type ApiOperation, apiOperation, type ApiParameter } from "../support/api/api_document.ts";
import { EDGE_TEXTS, parameterText } from "../support/api/schema_faults.ts";
import {
  exampleValues,
  operationUrl,
  parameterRequestFaults,
  type ParameterValues,
} from "../support/api/parameter_request_faults.ts";
import { testApp } from "../support/service/test_app.ts";

const app = testApp();
const ask = (url: string) => app.request(url);
// A path that ends before its parameter, or climbs out of it, is another path.
const OTHER_PATHS = new Set(["", ".", ".."]);

async function assertAsDocumented(operation: ApiOperation, values: ParameterValues): Promise<void> {
  const faults = await parameterRequestFaults(ask, operation, values);
  assert.deepEqual(faults, [], `${operation.operationId} ${JSON.stringify(values).slice(0, 300)}`);
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
        { numRuns: 1000 },
      );
    });

    if (parameter.in !== "query") continue;

    Deno.test(`${operation.operationId} refuses ${name} when it is given twice, alike or not`, async () => {
      const valid = others[name] ?? "";
      for (const texts of [[valid, valid], [valid, ""], ["", valid], [valid, "\u0000", valid]]) {
        await assertAsDocumented(operation, { ...others, [name]: texts });
      }
    });

    // A cursor has no example: it is of one dataset.
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
  await fc.assert(fc.asyncProperty(anyFilters, (values) => assertAsDocumented(search, values)), { numRuns: 1000 });
});

Deno.test("searchReviews refuses since after until, and takes them in order or alike", async () => {
  const day = fc.date({ min: new Date("2019-12-30"), max: new Date("2027-01-02"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const rating = fc.option(fc.constantFrom("5", "6"), { nil: [] });
  const range = fc.record({ since: day, until: day, rating });
  await fc.assert(fc.asyncProperty(range, (values) => assertAsDocumented(search, values)), { numRuns: 500 });
  await assertAsDocumented(search, { since: "2026-11-01", until: "2026-11-01" });
  await assertAsDocumented(search, { since: "2026-11-02", until: "2026-11-01" });
});

Deno.test("searchReviews answers without a filter as with its documented default", async () => {
  const body = async (values: ParameterValues) => await (await ask(operationUrl(search, values))).text();
  for (const { name, schema } of filters.filter(({ schema }) => schema.default !== undefined)) {
    assert.equal(await body({}), await body({ [name]: String(schema.default) }));
    assert.notEqual(await body({}), await body({ [name]: String(schema.minimum) }));
  }
});
