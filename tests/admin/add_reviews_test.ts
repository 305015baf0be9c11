import assert from "node:assert/strict";
import { reviewOf } from "../support/reviews/review_of.ts";
import { enteredServer, hiddenFields } from "../support/admin/admin_server.ts";
import { zipOf } from "../support/import/packed_files.ts";

const STRANGE = ["Who,How many,On,What", "Ann,IV of V,the first of May,Warm", "Bob,I of V,the second of May,Cold"].join(
  "\n",
);
const TABLE = [
  "Name,Stars,Date,Comment",
  ...Array.from({ length: 9 }, (_, n) => `Ann ${n},${1 + n % 5},2026-05-0${n + 1},They kept us Warm ${n}`),
];

/** Dates whose day and month may be either, and a row without a rating that can be read. */
const DOUBTFUL = [
  "Name,Stars,Date,Comment",
  ...["Ann,4", "Bob,4", "Cay,5", "Dan,3", "Eva,5", "Fay,2", "Gus,x"].map((row, at) =>
    `${row},0${at + 3}/04/2026,They kept us Warm ${at}`
  ),
].join("\n");

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

/** The field with the platform of the n-th kind of files that names none. */
function sourceOf(page: string, n = 0): string {
  return [...page.matchAll(/name="(source:[^"]*)"/g)][n]?.[1] ?? "";
}

/** The field with the meaning of a column. */
function columnOf(page: string, column: string): string {
  return RegExp(`name="(column:[^":]*:${column})"`).exec(page)?.[1] ?? "";
}

Deno.test("columns that nobody knows are named by the owner, and another meaning makes another reading", async () => {
  await using admin = await enteredServer();
  const { text: unknown } = await admin.post("/add", file(STRANGE));
  assert.match(unknown, /which column holds the stars and which the day.*Who.*<bdi>Ann<\/bdi><bdi>Bob<\/bdi>.*IV of V/);
  const said = { [columnOf(unknown, "How many")]: "rating", [columnOf(unknown, "On")]: "date", read: "yes" };
  for (const [column, field, missing] of [["On", "date", "stars"], ["How many", "rating", "day"]] as const) {
    const half = { ...fieldsOf(unknown), [columnOf(unknown, column)]: field, read: "yes" };
    assert.match((await admin.post("/add", half)).text, RegExp(`Please say which column holds the ${missing}\\.<`));
  }
  const { text: stars } = await admin.post("/add", { ...fieldsOf(unknown), ...said });
  assert.match(stars, /How many stars is “IV of V”\?.*4 stars/);
  const given = {
    "answer:stars IV of V": "--stars=IV of V=4",
    "answer:stars I of V": "--stars=I of V=1",
    "answer:column What": "--ignore=What",
  };
  const { text: bad } = await admin.post("/add", { ...fieldsOf(stars), ...given, read: "yes" });
  assert.match(bad, /Rows that cannot be read: 2 of 2.*On is &quot;the first of May&quot;. Expected/s);
  assert.doesNotMatch(bad, /Leave them out/);

  const { text: guess } = await admin.post("/add", file(TABLE.join("\n")));
  assert.match(guess, /How your file is read/);
  const fields: Record<string, string> = { ...fieldsOf(guess), read: "yes" };
  const [rating, comment] = [columnOf(guess, "Stars"), columnOf(guess, "Comment")];
  assert.deepEqual([fields[rating], fields[comment], fields[comment.replace("column", "was")]], [
    "rating",
    "text",
    "text",
  ]);
  const { text: asTitle } = await admin.post("/add", { ...fields, [comment]: "" });
  assert.match(asTitle, /<p class="quiet">A rating without words/);
  const { text: again } = await admin.post("/add", { ...hiddenFields(asTitle), back: "yes" });
  const { text: same } = await admin.post("/add", { ...fieldsOf(again), read: "yes" });
  assert.match(same, /<p class="quiet">A rating without words/);
  const { text: scaled } = await admin.post("/add", {
    ...fieldsOf(again),
    [comment]: "text",
    scale: "10",
    read: "yes",
  });
  assert.match(scaled, /1\.67/);
  assert.match(scaled, /Warm 8/);
});

Deno.test("HTML, formulas and huge rows of a file stay text on every page, and a trap is refused", async () => {
  await using admin = await enteredServer();
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
  assert.match(refused, /Rows that cannot be read: .*Comment is/s);
  assert.match(preview, /1 left out/);
  assert.equal((await admin.post("/add", hiddenFields(preview))).response.status, 303);
  const { text: shown } = await admin.get("/reviews?stars=1");
  assert.doesNotMatch(shown, /<img|href="http:\/\/x/);
  assert.match(shown, /<bdi>&lt;img src=x onerror=alert\(1\)&gt;<\/bdi>/);

  const zeros = await zipOf({ "a.csv": new Uint8Array(50_000_000) });
  const { response, text: trap } = await admin.post("/add", { file: new File([zeros], "a.zip") });
  assert.equal(response.status, 400);
  assert.match(trap, /aria-current="page">Add reviews<.*>a\.zip is suspiciously large when.*href="\/add">Back</s);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(admin.uploads)), []);
});

Deno.test("a tab that is late is told so and publishes what comes on top; its files go with the action", async () => {
  await using admin = await enteredServer([reviewOf({ native: "ann" })]);
  const preview = async (text: string) => {
    const { text: page } = await admin.post("/add", file(text));
    return (await admin.post("/add", { ...fieldsOf(page), read: "yes", [sourceOf(page)]: "Angi" })).text;
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

Deno.test("of several files each can have other columns, one of them unknown, and is remembered", async () => {
  await using admin = await enteredServer();
  const own = "Kunde,Note,Am,Wort\nEva,5,2026-05-09,Gut\nUwe,4,2026-05-08,Nett";
  const strange =
    "Who,How many,On,What\nAnn,4,2026-05-01,Warm\nBob,1,soon,Cold\nCay,2,later,Dry\nDan,3,never,Wet\nEva,5,once,Hot";
  const form = new FormData();
  for (const [name, text] of [["a.csv", TABLE.join("\n")], ["b.csv", own], ["c.csv", strange]] as const) {
    form.append("files", new File([text], name));
  }
  const { text: first } = await admin.post("/add", form);
  assert.match(first, /which column holds the stars.*c\.csv.*<button name="named"/s);
  const named = {
    [columnOf(first, "How many")]: "rating",
    [columnOf(first, "On")]: "date",
    [columnOf(first, "Who")]: "author",
    [columnOf(first, "What")]: "text",
  };
  const { text: reading } = await admin.post("/add", { ...fieldsOf(first), ...named, named: "yes" });
  assert.match(reading, /a\.csv.*b\.csv.*c\.csv/s);
  const title = { [columnOf(reading, "Comment")]: "title" };
  const sources = { [sourceOf(reading)]: "Angi", [sourceOf(reading, 1)]: "Desk", [sourceOf(reading, 2)]: "Desk" };
  assert.match(reading, /b\.csv: Where do these reviews come from\?/);
  const { text: bad } = await admin.post("/add", { ...fieldsOf(reading), ...title, ...sources, read: "yes" });
  const { text: preview } = await admin.post("/add", { ...hiddenFields(bad), skip: "yes" });
  assert.match(preview, /12 new/);
  assert.equal((await admin.post("/add", { ...hiddenFields(preview), remember: "yes" })).response.status, 303);
  const { text: ofDesk } = await admin.get("/reviews?source=Desk");
  assert.match(ofDesk, /Eva/);
  assert.doesNotMatch(ofDesk, /They kept us Warm/);
});

Deno.test("a question about a column stands alone; what was remembered names its platform before another file is read by it", async () => {
  await using admin = await enteredServer();
  const texts = ["Name", "Stars", "Date", "Alpha", "Beta"].join();
  const rows = Array.from(
    { length: 6 },
    (_, n) => `Ann ${n},5,2026-05-0${n + 1},They kept us warm ${n},Thank you so much ${n}`,
  );
  const other = [texts, ...rows].join("\n");
  const { text: reading } = await admin.post("/add", file(other));
  // The question names both columns, so the table has no lists for them.
  assert.match(reading, /<legend>a\.csv: .*Alpha.*asked above.*asked above/s);
  assert.deepEqual([columnOf(reading, "Alpha"), columnOf(reading, "Beta")], ["", ""]);
  assert.notEqual(columnOf(reading, "Stars"), "");
  const [, answer = ""] = /name="(answer:text [^"]*)"/.exec(reading) ?? [];
  const said = { [answer]: "--map=text=Alpha", [sourceOf(reading)]: "Desk", read: "yes" };
  const { text: preview } = await admin.post("/add", { ...fieldsOf(reading), ...said });
  assert.match(preview, /6 new.*They kept us warm/s);
  assert.equal((await admin.post("/add", { ...hiddenFields(preview), remember: "yes" })).response.status, 303);

  const { text: same } = await admin.post("/add", file(other, "a (2).csv"));
  assert.doesNotMatch(same, /file of another name/);
  const { text: again } = await admin.post("/add", file(other, "shop.csv"), admin.german);
  assert.match(
    again,
    /shop\.csv: Diese Spalten haben Sie.*als Bewertungen von Desk.*Beta.*lange Texte.*value="Desk"/s,
  );
  assert.doesNotMatch(again, /lang="en"/);
  const { text: seen } = await admin.post("/add", { ...fieldsOf(again), [sourceOf(again)]: "Yelp", read: "yes" });
  assert.match(seen, /6 new.*Yelp/s);
  assert.doesNotMatch(seen, />[^<]*(?:Beta|another name)/);
});

Deno.test("rows without a platform are named before each publication, also by a remembered table", async () => {
  await using admin = await enteredServer();
  const rows = TABLE.map((row, at) => `${row},${at === 0 ? "Platform" : at === 1 ? "" : "Yelp"}`).join("\n");
  for (const name of ["a (1).csv", "a (2).csv"]) {
    const { text: reading } = await admin.post("/add", file(rows, name));
    const { text: preview } = await admin.post("/add", { ...fieldsOf(reading), read: "yes" });
    assert.match(preview, /For 1 of 9 reviews no platform is named/, name);
    await admin.post("/add", { ...hiddenFields(preview), remember: "yes" });
  }
});

Deno.test("a file with doubts is asked about, refused and previewed without a word of English", async () => {
  await using admin = await enteredServer();
  const { text: reading } = await admin.post("/add", file(DOUBTFUL), admin.german);
  assert.match(reading, /Steht in den Daten zuerst der Tag oder der Monat\?.*0\d\/04\/2026 ist der \d\. April 2026/s);
  const answers = { "answer:date-order": "--date-order=mdy", read: "yes" };
  const { text: refused } = await admin.post("/add", { ...fieldsOf(reading), ...answers }, admin.german);
  assert.match(refused, /Zeile 8: Stars ist/);
  const { text: preview } = await admin.post("/add", { ...hiddenFields(refused), skip: "yes" }, admin.german);
  assert.match(preview, /04\.07\.2026/);
  const { text: none } = await admin.post("/add", {}, admin.german);
  assert.match(none, /Wählen Sie zuerst eine Datei/);
  for (const page of [reading, refused, preview, none]) assert.doesNotMatch(page, /lang="en"/);
});

Deno.test("reviews that another file has published already are named, and joined on request", async () => {
  await using admin = await enteredServer();
  const own = (source: string) =>
    JSON.stringify(
      TABLE.slice(1, 4).map((row) => {
        const [author, rating, date, text] = row.split(",");
        return { author, rating: Number(rating), date, text: `${text}. Call +49 171 5550199.`, source };
      }),
    );
  await admin.agree("/add", file(own("Yelp"), "a.json"));
  const { text: preview } = await admin.post("/add", file(own("yelp"), "b.json"));
  assert.match(preview, /3 new.*3 reviews seem to be published twice.*Ann 0 on 2026-05-01/s);
  assert.match(
    preview,
    /3 telephone numbers removed<\/summary>.*Ann 0: …[^<]*Warm 0\. Call \+49 171 5550199\..*Terms of the platforms<\/summary><p[^>]*>Yelp, terms /s,
  );
  assert.doesNotMatch(preview, /--/);
  const { text: joined } = await admin.post("/add", { ...hiddenFields(preview), "plan:anew": "join" });
  assert.match(joined, /Joined, as they were there several times: 3 reviews/);
  assert.doesNotMatch(joined, /changed meanwhile|name="plan:anew"/);
  assert.equal((await admin.post("/add", hiddenFields(joined))).response.status, 303);
  assert.match((await admin.get("/")).text, /Published now: 3 reviews/);
});

Deno.test("the scale that the owner names holds for all files with these columns", async () => {
  await using admin = await enteredServer();
  const form = new FormData();
  const rows = TABLE.slice(1, 7).map((row) => row.replace("Ann", "Bob"));
  for (const [name, text] of [["a.csv", TABLE], ["b.csv", [TABLE[0], ...rows]]] as const) {
    form.append("files", new File([text.join("\n").replace("Stars", "Rating")], name));
  }
  const { text: reading } = await admin.post("/add", form);
  const said = { ...fieldsOf(reading), [sourceOf(reading)]: "Desk", scale: "10", read: "yes" };
  const { text: preview } = await admin.post("/add", said);
  assert.match(preview, /15 new.*Average stars.*1\.67/s);
});

Deno.test("what a platform marks as not verified is shown or left out as the owner chooses, and asked once", async () => {
  await using admin = await enteredServer();
  const all = JSON.stringify(
    [5, 1, 1].map((rating, at) => reviewOf({ native: `${at}`, source: "Trustpilot", rating, verified: at < 1 })),
  );
  const { text: reading } = await admin.post("/add", file(all, "a.json"), admin.german);
  assert.match(reading, /Trustpilot: 2 von 3 Bewertungen sind als nicht geprüft.*zeigen: 3 Bewertungen, 2,33 Sterne/s);
  assert.doesNotMatch(reading, /lang="en"|checked/);
  const { text: open } = await admin.post("/add", { ...fieldsOf(reading), read: "yes" });
  assert.match(open, /2 of 3 reviews are marked as not verified/);
  const answer = { "answer:unverified trustpilot": "--unverified=Trustpilot=shown", read: "yes" };
  const { text: preview } = await admin.post("/add", { ...fieldsOf(open), ...answer });
  assert.match(preview, /3 new/);
  assert.equal((await admin.post("/add", hiddenFields(preview))).response.status, 303);
  assert.match((await admin.get("/")).text, /Published now: 3 reviews/);
  const { text: again } = await admin.post("/add", file(all, "b.json"));
  assert.match(again, /3 as before/);
});
