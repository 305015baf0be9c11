import assert from "node:assert/strict";
import { MAPPED_FIELDS } from "../../cli/import/formats/import_format.ts";
import { talkFor } from "../../admin/language/admin_language.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { adminServer, hiddenFields } from "../support/admin/admin_server.ts";
import { zipOf } from "../support/import/packed_files.ts";

const STRANGE = ["Who,How many,On,What", "Ann,IV of V,the first of May,Warm", "Bob,I of V,the second of May,Cold"].join(
  "\n",
);
const TABLE = [
  "Name,Stars,Date,Comment",
  ...Array.from({ length: 9 }, (_, n) => `Ann ${n},${1 + n % 5},2026-05-0${n + 1},Warm ${n}`),
];

function file(text: string, name = "a.csv"): { readonly file: File } {
  return { file: new File([text], name) };
}

/** What a browser sends for the form of a page: its hidden fields, and the chosen values of its lists. */
function fieldsOf(page: string): Record<string, string> {
  const lists = Array.from(
    page.matchAll(/<select name="([^"]*)"[^>]*>.*?<\/select>/g),
    ([list, name = ""]) => [name, /<option value="([^"]*)" selected/.exec(list)?.[1] ?? ""],
  );
  return { ...hiddenFields(page), ...Object.fromEntries(lists), ...page.includes('name="scale"') && { scale: "5" } };
}

Deno.test("columns that nobody knows are named by the owner, and another meaning makes another reading", async () => {
  await using admin = await adminServer();
  await admin.enter();
  const { text: unknown } = await admin.post("/add", file(STRANGE));
  assert.match(unknown, /which column holds the stars.*Who.*<bdi>Ann<\/bdi><bdi>Bob<\/bdi>.*IV of V/);
  const said = { "column:How many": "rating", "column:On": "date", read: "yes" };
  const { text: worded } = await admin.post("/add", { ...fieldsOf(unknown), ...said });
  assert.match(worded, /How many stars is &quot;IV of V&quot;\?/);
  const stars = [["IV of V", 4], ["I of V", 1]].map((
    [word, count],
  ) => [`answer:stars ${word}`, `--stars=${word}=${count}`]);
  const { text: bad } = await admin.post("/add", { ...fieldsOf(worded), ...said, ...Object.fromEntries(stars) });
  assert.match(bad, /2 of 2 rows cannot be read.*On is &quot;the first of May&quot;; expected/s);
  assert.doesNotMatch(bad, /Leave them out/);

  const { text: guess } = await admin.post("/add", file(TABLE.join("\n")));
  assert.match(guess, /How your file is read/);
  const fields: Record<string, string> = { ...fieldsOf(guess), read: "yes" };
  assert.deepEqual([fields["column:Stars"], fields["column:Comment"], fields["was:Comment"]], [
    "rating",
    "text",
    "text",
  ]);
  const { text: asTitle } = await admin.post("/add", { ...fields, "column:Comment": "" });
  assert.match(asTitle, /<p class="quiet">A rating without words/);
  const { text: again } = await admin.post("/add", { ...hiddenFields(asTitle), back: "yes" });
  const { text: same } = await admin.post("/add", { ...fieldsOf(again), read: "yes" });
  assert.match(same, /<p class="quiet">A rating without words/);
  const { text: scaled } = await admin.post("/add", {
    ...fieldsOf(again),
    "column:Comment": "text",
    scale: "10",
    read: "yes",
  });
  assert.match(scaled, /1\.67/);
  assert.match(scaled, /Warm 8/);
});

Deno.test("HTML, formulas and huge rows of a file stay text on every page, and a trap is refused", async () => {
  await using admin = await adminServer();
  await admin.enter();
  const evil = `<img src=x onerror=alert(1)>`;
  const rows = [`Name,Stars,Date,Comment,${evil}`, `${evil},1,2026-05-01,"=HYPERLINK(""http://x.example"")",a`];
  const huge = `Zoe,5,2026-05-01,${"x".repeat(3_000_000)},c`;
  const text = [...rows, huge, ...TABLE.slice(1).map((row) => `${row},b`)].join("\n");
  const { text: reading } = await admin.post("/add", file(text, `${evil}.csv`));
  const { text: refused } = await admin.post("/add", { ...fieldsOf(reading), read: "yes" });
  const { text: preview } = await admin.post("/add", { ...hiddenFields(refused), skip: "yes" });
  for (const page of [reading, refused, preview]) {
    assert.doesNotMatch(page, /<img|<script>/);
    assert.ok(page.length < 200_000, `${page.length}`);
  }
  assert.match(refused, /rows cannot be read.*Comment is/s);
  assert.match(preview, /1 left out/);
  assert.equal((await admin.post("/add", hiddenFields(preview))).response.status, 303);
  const { text: shown } = await admin.get("/reviews?stars=1");
  assert.doesNotMatch(shown, /<img|href="http:\/\/x/);
  assert.match(shown, /<bdi>&lt;img src=x onerror=alert\(1\)&gt;<\/bdi>/);

  const zeros = await zipOf({ "a.csv": new Uint8Array(50_000_000) });
  const { response, text: trap } = await admin.post("/add", { file: new File([zeros], "a.zip") });
  assert.equal(response.status, 400);
  assert.match(trap, />a\.zip unpacks to more than 100 times its length/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(admin.uploads)), []);
});

Deno.test("a tab that is late is told so and publishes what comes on top; its files go with the action", async () => {
  await using admin = await adminServer([reviewOf({ native: "ann" })]);
  await admin.enter();
  const preview = async (text: string) => {
    const { text: page } = await admin.post("/add", file(text));
    return (await admin.post("/add", { ...fieldsOf(page), read: "yes", source: "Angi" })).text;
  };
  const [first, second] = [await preview(TABLE.slice(0, 6).join("\n")), await preview(TABLE.join("\n"))];
  assert.match(second, /9 new/);
  assert.equal((await admin.post("/add", hiddenFields(first))).response.status, 303);
  const { text: told } = await admin.post("/add", hiddenFields(second));
  assert.match(told, /Something has changed meanwhile.*4 new.*5 as before/s);
  const { response } = await admin.post("/add", hiddenFields(told));
  assert.equal(response.status, 303);
  assert.match((await admin.get("/")).text, /Published now: 10 reviews/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(admin.uploads)), []);
  assert.equal((await admin.post("/add", hiddenFields(told))).response.status, 400);
});

Deno.test("each language names all meanings of columns", () => {
  for (const language of ["en", "de", "es", "fr"]) {
    const { words } = talkFor(new Request("http://x/", { headers: { "accept-language": language } }));
    const lists = [words.meanings, words.columns_head, words.telling].map((list) => list.split(", ").length);
    assert.deepEqual(lists, [MAPPED_FIELDS.length + 1, 3, 4], language);
  }
});
