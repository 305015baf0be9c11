import assert from "node:assert/strict";
import { fixture, importWorkshop, mapOptions, readText } from "../../support/import/import_reading.ts";

// Tables as owners have them: exports of shops, surveys and cash desks. The people are invented.

const NOW = new Date("2026-01-01T12:00:00Z");

/** Of each table: the columns that are read, what the import asks, and the reviews; then the rows. */
const TABLES = (await Deno.readTextFile(fixture("owners.txt"))).trimEnd().split("\n\n").map((block) => {
  const [read = "", asks = "", reviews = "", ...rows] = block.split("\n");
  return { read, asks, reviews, csv: `${rows.join("\n")}\n` };
});

Deno.test("the tables of owners are read by their columns, and what may be read otherwise is asked", async () => {
  assert.equal(TABLES.length, 70);
  for (const { csv, ...expected } of TABLES) {
    const { reviews, understood, faultKinds } = await readText("a.csv", csv, { now: NOW });
    const { used, doubts, needs } = understood[0]?.understanding ?? assert.fail();
    const asks = [...needs, ...doubts].map(({ field, column, rival, parts = [column, rival], offered }) =>
      offered === undefined ? `${field} ${parts.join(" or ")}` : `${rival} (${offered.join(" ")})`
    );
    assert.deepEqual({
      read: Array.from(used, ([field, column]) => `${field}=${column}`).join(", "),
      asks: `asks: ${asks.join(", ")}`.trim(),
      reviews: `reviews: ${reviews.map(({ author, rating, date }) => `${author} ${rating} ${date}`).join(", ")}`.trim(),
    }, expected);
    if (needs.length === 0) assert.deepEqual(faultKinds, []);
  }
});

/** The table whose header has this column. */
function tableWith(column: string): string {
  return TABLES.find(({ csv }) => csv.includes(column))?.csv ?? assert.fail(column);
}

Deno.test("a map corrects the guess: other columns stay read, and a column of texts needs an option", async () => {
  const cases: readonly (readonly [column: string, map: string, code: number, reviews: RegExp])[] = [
    // An explicit state is not overruled by another column of states.
    ["comment_public", "status=published", 2, /comment_public .* is ignored so far/],
    ["Surname", "author=First\\name", 0, /Gerda Holt/],
    [
      "Open-Ended",
      "rating=How\\would\\you\\rate\\our\\visit? date=End\\Date",
      2,
      /--map 'text=What went well or badly\?' /,
    ],
    ["Reason for", "rating=NPS\\score\\(0-10) date=Responded\\at", 2, /--map 'text=Reason for your score' /],
  ];
  for (const [column, map, code, said] of cases) {
    await using shop = await importWorkshop({ "a.csv": tableWith(column) });
    const options = mapOptions(map).map((option) => option.replaceAll("\\", " "));
    const done = await shop.importing("a.csv", ...options, "--source", "desk", "--yes");
    assert.equal(done.code, code, done.stderr);
    assert.match(code === 0 ? JSON.stringify(await shop.published()) : done.stderr, said);
  }
});

Deno.test("a map of all columns needs a yes for a guessed scale alone", async () => {
  await using shop = await importWorkshop({ "a.csv": tableWith("Mark out of 10") });
  const map = mapOptions("author=Guest rating=Mark\\out\\of\\10 date=Day text=Opinion status=Publish?");
  const options = [...map.map((option) => option.replaceAll("\\", " ")), "--source", "desk"];
  assert.equal((await shop.importing("a.csv", ...options)).code, 2);
  await shop.imported("a.csv", ...options, "--scale", "10");
});

Deno.test("a guess without texts says so", async () => {
  const csv = "First name,Surname,Street,Stars,Last visit\nFinn,Ost,Elm Street 1,3,2025-02-01\n" +
    "Gabi,West,Elm Street 2,5,2025-03-01\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  assert.match((await shop.importing("a.csv")).stderr, /its columns are guessed \(none as texts\), and nobody/);
});

Deno.test("words of ratings, and of names to show, are listed, and each gets its meaning", async () => {
  const words = ["--stars", "Excelente=5", "--stars", "Malo=2", "--stars", "Sin nota=none"];
  const names = ["--map", "show_name=How may we show your name?", "--map", "date=Visit"];
  const cases = [
    ["Valoración", words, /Valoración holds words: Excelente, Malo, Sin nota\. How many stars is "Malo"\?/, [
      "Juan Pérez 2",
      "María García 5",
    ]],
    ["How may we", [...names, "--state", "Full name=shown"], /show_name=/, ["Ann Lee 5", "Anonymous 4", "Dee Fox 5"]],
  ] as const;
  for (const [column, options, asked, expected] of cases) {
    await using shop = await importWorkshop({ "a.csv": tableWith(column) });
    const { code, stderr } = await shop.importing("a.csv", "--yes");
    assert.deepEqual([code, await shop.revision()], [2, null], stderr);
    assert.match(stderr, asked);
    if (column === "How may we") {
      const { stderr } = await shop.importing("a.csv", ...names);
      assert.match(stderr, /the state "Full name"[^]*--yes +publishes them without the name[^]*the state "Not at all"/);
    }
    await shop.imported("a.csv", ...options, "--date-order", "dmy", "--yes");
    const { reviews } = await shop.published();
    assert.deepEqual(reviews.map(({ author, rating }) => `${author} ${rating}`).sort(), expected);
    await shop.imported("a.csv");
  }
});

Deno.test("a row whose word is no rating stores no review, and withholds a known one with its own stars", async () => {
  const table = (rating: string) =>
    `id,Name,Rating,Date,Review\n1,Ann Lee,Good,2024-03-04,Nice people.\n2,Ben Moor,${rating},2024-03-05,Done in time.\n`;
  const stars = ["--stars", "Good=4", "--stars", "Offered=none", "--source", "desk", "--yes"];
  await using shop = await importWorkshop({ "a.csv": table("Offered"), "b.csv": table("Good") });
  const stored = async () => {
    const { reviews } = JSON.parse((await shop.run("export", "--hidden")).stdout);
    return reviews.map(({ author, rating, hidden_reason }: Record<string, unknown>) => [author, rating, hidden_reason]);
  };
  await shop.imported("a.csv", ...stars);
  assert.deepEqual(await stored(), [["Ann Lee", 4, undefined]]);
  await shop.imported("b.csv", ...stars);
  assert.equal((await stored()).length, 2);
  await shop.imported("a.csv", ...stars);
  assert.deepEqual(await stored(), [["Ann Lee", 4, undefined], ["Ben Moor", 4, "not_published"]]);
});

Deno.test("a consent to publication without the name is asked for, and hides the name", async () => {
  await using shop = await importWorkshop({ "a.csv": tableWith("OK to publish anonymously") });
  assert.equal((await shop.importing("a.csv", "--source", "desk", "--yes")).code, 2);
  await shop.imported("a.csv", "--source", "desk", "--yes", "--map", "consent=OK to publish anonymously");
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ author, rating }) => [author, rating]), [["Anonymous", 5]]);
});
