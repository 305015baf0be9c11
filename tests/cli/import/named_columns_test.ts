import assert from "node:assert/strict";
import { assertError, importWorkshop, mapOptions, readText } from "../../support/import/import_reading.ts";

// Whatever a message or a preview names can be mapped, and following its options loses nothing silently.

const PEOPLE = [
  { who: { n: "Ada Lee" }, mark: { points: 5 }, on: "2025-01-02", words: "Good and quick" },
  { who: { n: "Ben Moor" }, mark: { points: 4 }, on: "2025-01-03", words: "Fine work" },
];
const PATHS = "author=who.n rating=mark.points date=on text=words";
const TABLE = "author=Who rating=Points date=On text=Words";
const ROWS = "Ada Lee,5,2025-01-02,Good and quick\nBen Moor,4,2025-01-03,Fine work\n";

function xmlOf(...rows: readonly string[]): string {
  const elements = rows.map((row) => {
    const [who, points, on, words] = row.split(",");
    return `<Feedback><Who>${who}</Who><Points>${points}</Points><On>${on}</On><Words>${words}</Words></Feedback>`;
  });
  return `<?xml version="1.0"?>\n<dataroot generated="2025">${elements.join("\n")}</dataroot>`;
}

const SHAPES: Readonly<Record<string, readonly [file: string, content: unknown, map: string]>> = {
  "a list under any name, beside another": ["a.json", { payload: { entries: PEOPLE, tags: [{ a: 1 }] } }, PATHS],
  "a list in each of several objects": ["a.json", PEOPLE.map((row) => ({ feedback: [row] })), PATHS],
  "two lists of the same depth": ["a.json", { google: PEOPLE.slice(0, 1), yelp: PEOPLE.slice(1) }, PATHS],
  "lines": ["a.ndjson", PEOPLE.map((row) => JSON.stringify(row)).join("\n"), PATHS],
  "lines with an object around the members": [
    "a.ndjson",
    PEOPLE.map((v) => JSON.stringify({ v })).join("\n"),
    PATHS.replaceAll("=", "=v."),
  ],
  "elements of XML": ["a.xml", xmlOf(...ROWS.trim().split("\n")), TABLE],
  "a table under a title and a row of groups": [
    "a.csv",
    `Our reviews\n\n,Review,,\nWho,Points,On,Words\n${ROWS}`,
    TABLE,
  ],
  "a table under two notes": ["a.csv", `Exported,by,Kim\n"a, b",,\nWho,Points,On,Words\n${ROWS}`, TABLE],
};

for (const [shape, [file, content, map]] of Object.entries(SHAPES)) {
  Deno.test(`the columns of ${shape} are guessed, and can be named`, async () => {
    const expected = ["Ada Lee 5 Good and quick", "Ben Moor 4 Fine work"];
    for (const options of [[], mapOptions(map)]) {
      await using shop = await importWorkshop({ [file]: content });
      await shop.imported(file, "--yes", ...options);
      const { reviews } = await shop.published();
      assert.deepEqual(reviews.map(({ author, rating, text }) => `${author} ${rating} ${text}`).sort(), expected);
      assert.match(await shop.imported(file), /0 new, 0 changed, 2 the same/);
    }
  });
}

Deno.test("a document without a list is a row, once its members are named", async () => {
  for (const [file, content] of [["a.json", PEOPLE[0]], ["a.xml", xmlOf("Ada Lee,5,2025-01-02,Good")]] as const) {
    await using shop = await importWorkshop({ [file]: content });
    const refused = await shop.importing(file);
    assert.match(refused.stderr, /not of a known format: its top level is an object with the members /);
    const path = file === "a.xml" ? TABLE.replaceAll("=", "=dataroot.Feedback.") : PATHS;
    await shop.imported(file, ...mapOptions(path), "--yes");
    assert.deepEqual(await shop.authors(), ["Ada Lee"]);
  }
});

Deno.test("a repeated name of a second header gets the group above it", async () => {
  const csv = "Guest,,,,Owner,\nName,Stars,Date,Text,Date,Text\n" +
    "Ada Lee,5,2024-01-02,Good and quick,2024-01-04,Thanks Ada\n" +
    "Ben Moor,4,2024-01-03,Fine work and tidy,,\n";
  const { understanding } = (await readText("a.csv", csv)).understood[0] ?? assert.fail();
  assert.deepEqual(understanding.columns, ["Name", "Stars", "Date", "Text", "Owner Date", "Owner Text"]);
  assert.deepEqual([understanding.used.get("reply_text"), understanding.used.get("reply_date")], [
    "Owner Text",
    "Owner Date",
  ]);
});

Deno.test("of two columns with one name none is lost", async () => {
  const csv = "Name,Stars,Date,Date,Text\nAda Lee,5,2024-01-01,2024-01-02,Good and quick\n" +
    "Ben Moor,4,2024-01-01,2024-01-03,Fine work\n";
  const { columns, doubts } = (await readText("a.csv", csv)).understood[0]?.understanding ?? assert.fail();
  assert.deepEqual(columns, ["Name", "Stars", "Date", "Date 2", "Text"]);
  assert.deepEqual(doubts.map(({ field, column, rival }) => [field, column, rival]), [["date", "Date 2", "Date"]]);
});

Deno.test("a refusal names the columns of the second header, not the groups above it", async () => {
  const refused = readText("a.csv", "Person,,,Other,\nA,B,C,D,E\nu,v,w,x,y\n");
  await assertError(refused, /its columns are A, B, C, D, E; none is known to hold ratings or dates/);
});

const PROS = ["Fast to learn, and the mobile app works well", "The routing saves us an hour a day"];
const CONS = ["No dark mode, and reports are slow", "No export but PDF so far"];
const SURVEY = "Reviewer,Date,Overall Rating,Title,Pros,Cons\n" +
  `Ida Roe,2024-05-01,5,Learned in a day,"${PROS[0]}","${CONS[0]}"\n` +
  `Otto Poe,2024-05-02,4,Saves time,"${PROS[1]}","${CONS[1]}"\n`;

Deno.test("several columns of prose are a choice: one of them, or all under their names", async () => {
  await using shop = await importWorkshop({ "a.csv": SURVEY });
  const { code, stderr } = await shop.importing("a.csv", "--yes");
  assert.deepEqual([code, await shop.revision()], [2, null]);
  assert.match(stderr, /text=Pros +\S[^]*text=Cons +\S[^]*'text=Pros\|Cons' +reads all, each under its name/);
  const oneSided = await shop.importing("a.csv", "--map", "text=Pros", "--yes");
  assert.equal(oneSided.code, 2);
  assert.match(oneSided.stderr, /'text=Pros\|Cons' [^]*reply_text=Cons [^]*'title=.*Cons' [^]*--ignore Cons /);
  await shop.imported("a.csv", "--map", "text=Pros|Cons", "--yes");
  const { reviews } = await shop.published();
  assert.deepEqual(reviews.map(({ text }) => text).sort(), [
    `Learned in a day\nPros: ${PROS[0]}\nCons: ${CONS[0]}`,
    `Saves time\nPros: ${PROS[1]}\nCons: ${CONS[1]}`,
  ]);
});

Deno.test("each question of a survey may be the text, whatever the length of its answers", async () => {
  const csv = "Who,Stars,Date,What did you like?,What else?,And the team?\n" +
    `Ida Roe,5,2024-05-01,"${PROS[0]}, and ${PROS[1]}",A cup of hot tea in the hall,They were kind to us\n` +
    `Otto Poe,4,2024-05-02,"${PROS[1]}, and ${PROS[0]}",More light in the yard please,We met nobody there\n`;
  const { doubts } = (await readText("a.csv", csv)).understood[0]?.understanding ?? assert.fail();
  assert.deepEqual(doubts.map(({ field, parts }) => [field, parts]), [
    ["text", ["What did you like?", "What else?", "And the team?"]],
  ]);
});

Deno.test("short parts of a text are offered as text too, and several options for one field are joined", async () => {
  const csv = "Who,Stars,Date,Comment,Pros,Cons\nIda Roe,5,2024-05-01,We like it,Cheap,Slow\n" +
    "Otto Poe,4,2024-05-02,Use it daily,Calendar,No exports\n";
  await using shop = await importWorkshop({ "a.csv": csv });
  const { stderr } = await shop.importing("a.csv", "--yes");
  const offered = [...stderr.matchAll(/--map '(text=\S+)'/g)].flatMap(([, value = ""]) => ["--map", value]);
  assert.deepEqual(offered, ["--map", "text=Comment|Pros", "--map", "text=Comment|Cons"]);
  await shop.imported("a.csv", ...offered, "--yes");
  const texts = (await shop.published()).reviews.map(({ text }) => text);
  assert.ok(texts.includes("Comment: We like it\nPros: Cheap\nCons: Slow"), JSON.stringify(texts));
});

Deno.test("a known format needs its members; words around the rows are columns", async () => {
  const plain = [{ id: 1, review: "Great place.", createdAt: "2023-04-03", rating: 5, name: "Ann Lee" }];
  const { formats, reviews } = await readText("a.json", JSON.stringify(plain));
  assert.deepEqual([formats, reviews.map(({ text }) => text)], [["csv"], ["Great place."]]);
  const item = { uid: "g1", user: "Ann Lee", stars: 5, posted: "2023-04-13", body: "Brakes fixed fast." };
  const channels = [{ platform: "Google", since: "2020-01-01", items: [item] }, {
    platform: "11880",
    items: [{ ...item, uid: "f1" }],
  }];
  channels[0]?.items.push({ ...item, uid: "g2" });
  for (const map of [new Map(), new Map([["source", "platform"]])]) {
    const agency = await readText("a.json", JSON.stringify({ data: { channels } }), { map });
    assert.deepEqual(agency.reviews.map(({ source }) => source), ["Google", "Google", "11880"]);
  }
});

Deno.test("the words of an unknown document are offered as text, and its questions are not", async () => {
  const rows = PROS.map((value, at) => ({
    stars: 5 - at,
    when: `2024-05-0${at + 1}`,
    from: { a: { b: { c: { name: ["Ida Roe", "Otto Poe"][at] } } } },
    answer: at === 0 ? null : { text: "Danke" },
    poll: {
      best: { text: "What do you like best?", value },
      worst: { text: "What do you dislike?", value: CONS[at] },
    },
    notes: [{ by: "shop", words: `We thank you for this, number ${at}.` }, {
      by: "x",
      words: "And once more, thanks.",
    }],
  }));
  await using shop = await importWorkshop({ "a.json": rows });
  const { stderr } = await shop.importing("a.json");
  assert.match(stderr, /'text=poll\.best\.value\|poll\.worst\.value' +reads all/);
  assert.doesNotMatch(
    stderr,
    /--map '?\w+=[^ ]*poll\.\w+\.text|(?:consent|hidden|show_name)=poll|object Object|\n.*: answer /,
  );
  assert.match(stderr, /notes\.0\.words[^]*notes\.1\.words/);
  const two = ["--map", "text=poll.best.value", "--map", "text=poll.worst.value"];
  const ignored = ["notes.0.words", "notes.1.words"].flatMap((name) => ["--ignore", name]);
  assert.match(stderr, /answer\.text \("Danke"\) [^]*--map reply_text=answer\.text /);
  await shop.imported("a.json", ...two, ...ignored, "--map", "reply_text=answer.text", "--yes");
  assert.deepEqual(await shop.authors(), ["Ida Roe", "Otto Poe"]);
  const { reviews } = await shop.published();
  assert.equal(reviews.find(({ rating }) => rating === 5)?.text, `best: ${PROS[0]}\nworst: ${CONS[0]}`);
});

Deno.test("a column with the name of a field is read as this field, or offered for it, whatever some rows hold", async () => {
  const names: readonly (readonly string[])[] = [
    ["Name", "Stars", "Date", "Title"],
    ["Kunde", "Sterne", "Datum", "Titel"],
    ["Nom", "Étoiles", "Date", "Titre"],
    ["Nombre", "Estrellas", "Fecha", "Título"],
  ];
  for (const [name = "", stars = "", date = "", title = ""] of names) {
    const csv = `${name},${stars},${date},${title},Text\nK,5,2024-05-01,x,Good work\nB,4,2024-05-02,y,Fine and quick\n`;
    await using shop = await importWorkshop({ "a.csv": csv });
    const { stderr } = await shop.importing("a.csv", "--yes");
    assert.match(stderr, new RegExp(`--map '?title=${title}'? `, "u"), stderr);
    await shop.imported("a.csv", "--map", `title=${title}`, "--yes");
    assert.deepEqual(await shop.authors(), ["B", "K"]);
    const odd = csv.replace("2024-05-02", "soon").replace(",5,", ",good,").replace("K,", "1,").replace("B,", "2,");
    const { faults, understood } = await readText("a.csv", odd);
    assert.deepEqual(faults.map(({ field }) => field), [stars, date]);
    const { doubts } = understood[0]?.understanding ?? assert.fail();
    assert.deepEqual(doubts.map(({ rival, offered }) => [rival, offered]), [[name, ["author"]], [title, ["title"]]]);
  }
});
