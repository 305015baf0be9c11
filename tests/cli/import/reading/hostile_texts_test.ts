import assert from "node:assert/strict";
import { reviewOf } from "../../../support/reviews/review_of.ts";
import { importWorkshop } from "../../../support/import/import_reading.ts";

// Escape sequences of terminals (ESC and its C1 form), a lone surrogate, and an override of the writing direction.
const HOSTILE = "Ac\u001b[2Jme\u009b31m\u007f\ud800";
const FORBIDDEN = /(?![\n])\p{Cc}|\p{Cs}|\u202e/u;

Deno.test("import publishes the texts of a business clean, as those of reviews", async () => {
  await using shop = await importWorkshop({
    "reviews.json": [{ ...reviewOf(), text: `Good ${HOSTILE} work`, author: HOSTILE }],
    "business.json": {
      name: HOSTILE,
      description: `One\r\n${HOSTILE}`,
      technicians: [{ id: "dan", name: `Dan ${HOSTILE}`, aliases: [HOSTILE] }],
    },
  });
  await shop.imported("reviews.json", "--business", "business.json");
  const { stdout } = await shop.run("export");
  // An escape can hide only characters that JSON.stringify escapes.
  assert.doesNotMatch(stdout, /\\u(?:00[01789]|d[89a-f])/i);
  assert.doesNotMatch(stdout, FORBIDDEN);
  const { business } = await shop.published();
  assert.equal(business.name, "Ac[2Jme31m\ufffd");
});

Deno.test("import shows names of files and options with escapes, on one line, and values of rows without control characters", async () => {
  const name = "re\u001b[2J\n\u202evj.csv";
  await using shop = await importWorkshop({
    [name]: "date,rating\n2026-05-01,9\n",
    "rows.csv": "d,r\n2026-05-01,\u202e\u009b9\n",
  });
  for (
    const args of [
      [name, "--format", "csv", "--map", "rating=rating", "--map", "date=date"],
      ["none\u001b[2J\n\u202e.json"],
      [name, "--business", name],
      [name, "--business", "none\u001b[2J\n\u202e.json"],
      [name, "--map", "\u001b[2J\n\u202e"],
      [name, "--taxonomy", "\u001b[2J\n\u202e"],
      [name, "--\u001b[2J\u202e"],
    ]
  ) {
    const { code, stderr } = await shop.importing(...args);
    assert.equal(code, args[0] === name && args.includes("rating=rating") ? 2 : 1);
    assert.doesNotMatch(stderr, FORBIDDEN, JSON.stringify(stderr));
    assert.match(stderr, /\\u001b\[2J(?:\\n)?\\u202e/, JSON.stringify(stderr));
  }
  const { stderr } = await shop.importing("rows.csv", "--map", "rating=r", "--map", "date=d");
  assert.match(stderr, /r is "/);
  assert.doesNotMatch(stderr, FORBIDDEN);
});

Deno.test("a document with values in a hundred thousand others is refused in one sentence", async () => {
  const [open, close] = ["[".repeat(100_000), "]".repeat(100_000)];
  await using shop = await importWorkshop({
    "open.json": open,
    "extra.json": `{"reviews": [{"rating": 9, "date": "2026-05-01", "extra": ${open}${close}}]}`,
  });
  for (const name of ["open.json", "extra.json"]) {
    const { code, stderr } = await shop.importing(name);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^[^\n]*\.json nests values thousands of levels deep, which no export does; check the file\. Nothing was changed\.\n$/,
    );
  }
});
