import assert from "node:assert/strict";
import { anyRows, rowsUnder } from "../../../../cli/import/formats/row_groups.ts";
import { readText } from "../../../support/import/import_reading.ts";

const ROW = {
  starRating: "FIVE",
  createTime: "2024-05-01T10:00:00Z",
  reviewId: "r1",
  reviewer: { displayName: "Ann" },
};

Deno.test("rows are found however many objects are around them", async () => {
  const documents: readonly unknown[] = [
    { data: { reviews: [ROW] } },
    { data: { result: { reviews: [ROW] } } },
    { status: "ok", payload: { page: 1, content: { reviews: [ROW] } } },
    { response: { data: [ROW] } },
    { data: { shop: { reviews: { nodes: [ROW] } } } },
    { data: { shop: { reviews: { edges: [{ cursor: "a", node: ROW }] } } } },
  ];
  for (const document of documents) {
    const files = await readText("answer.json", JSON.stringify(document));
    assert.deepEqual(
      files.reviews.map(({ author, rating }) => [author, rating]),
      [["Ann", 5]],
      JSON.stringify(document),
    );
  }
});

Deno.test("the report on a bad row of a connection has its line", async () => {
  const bad = { ...ROW, starRating: "NINE" };
  const text = JSON.stringify({ data: { reviews: { edges: [{ node: ROW }, { node: bad }] } } }, null, 1);
  const files = await readText("answer.json", text);
  const line = text.split("\n").findLastIndex((one) => one.includes('"node"'));
  assert.deepEqual(files.faults.map(({ field, line }) => [field, line]), [["starRating", line]]);
});

Deno.test("the rows are the shallowest lists of objects in a document", () => {
  const document = { place: { reviews: [1], owner: { reviews: [2] } }, other: { reviews: [3] } };
  assert.deepEqual(rowsUnder("reviews")(document).map(({ path }) => path.join(".")), [
    "place.reviews",
    "other.reviews",
  ]);
  assert.deepEqual(rowsUnder("reviews")({ a: { b: { c: 1 } } }), []);
});

Deno.test("anyRows() yields the lists of objects under any name, the outermost first", () => {
  const rows = [{ naam: "Ann", foto: [{ url: "a" }] }, { naam: "Ben", foto: [{ url: "b" }] }];
  const document = {
    bedrijf: { naam: "X", talen: ["nl"] },
    export: { beoordelingen: rows },
    medewerkers: [{ naam: "C" }],
  };
  const found = [...anyRows(document)].map((
    { findRows, depth },
  ) => [depth, findRows(document).map(({ rows }) => rows)]);
  assert.deepEqual(found, [
    [2, [[{ naam: "C" }]]],
    [3, [rows]],
    [5, [[{ "beoordelingen.naam": "Ann", url: "a" }], [{ "beoordelingen.naam": "Ben", url: "b" }]]],
  ]);
});
