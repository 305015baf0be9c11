import assert from "node:assert/strict";
import type { Doubt, Understanding } from "../../../../cli/import/formats/understanding.ts";
import type { ReadOptions } from "../../../../cli/import/reading/read_import_files.ts";
import { assertError, importWorkshop, mapOf, needed, readText } from "../../../support/import/import_reading.ts";

async function understood(csv: string, name = "a.csv", options: Partial<ReadOptions> = {}): Promise<Understanding> {
  const { understood } = await readText(name, csv, options);
  return understood[0]?.understanding ?? assert.fail();
}

/** Columns that the import suggests for the fields of a table, without `--map`. */
async function suggested(csv: string): Promise<Record<string, string>> {
  const { used } = await understood(csv);
  return Object.fromEntries(used);
}

Deno.test("a table with vote and star columns is not detected as a platform's export", async () => {
  const csv = "id,title,content,score,rating,created_at,name,is_approved\n" +
    "1,Warm,Keeps me warm all day long.,3,5,2024-05-01,Ida Roe,1\n" +
    "2,Thin,It broke after a single week.,0,1,2024-05-02,Otto Poe,0\n" +
    "3,Fine,Good value for the price of it.,1,4,2024-05-03,Ada Loe,1\n";
  const { rating, status, text } = await suggested(csv);
  assert.deepEqual([rating, status, text], ["rating", "is_approved", "content"]);
  const files = await readText("a.csv", csv);
  assert.deepEqual(files.reviews.map(({ rating }) => rating), [5, 4]);
  assert.deepEqual([...files.skipped], [["not published", 1]]);
});

Deno.test("common column names do not match a platform's export: texts, replies and states are kept", async () => {
  assert.deepEqual(
    await suggested(
      "Date,Platform,Rating,Reviewer,Comment,Owner response\n" +
        "2024-05-01,Google,5,Ida Roe,Quick and friendly people.,Thank you for the kind words!\n" +
        "2024-05-02,Yelp,2,Otto Poe,Two hours late and no call.,\n",
    ),
    Object.fromEntries(
      mapOf("author=Reviewer,rating=Rating,date=Date,text=Comment,source=Platform,reply_text=Owner response"),
    ),
  );
  const apps = "app_name,author,rating,date,review,status\nPing,Ida Roe,5,2024-05-01,Works well for me.,published\n" +
    "Ping,Otto Poe,1,2024-05-02,It never starts at all.,hidden\n";
  const fields = Object.fromEntries(mapOf("author=author,rating=rating,date=date,text=review,status=status"));
  assert.deepEqual(await suggested(apps), fields);
});

Deno.test("the import asks where two readings fit, and not about known columns or those of other subjects", async () => {
  const day = "who,stars,day\nIda Roe,3,03/04/2024\n";
  const tables: readonly (readonly [csv: string, doubt?: Partial<Doubt>])[] = [
    ["who,score out of 10,day\nIda Roe,3,2024-05-01\nOtto Poe,5,2024-05-02\n", {
      ...{ field: "scale", column: "10", rival: "5" },
    }],
    ["who,stars one,stars two,day\nIda Roe,3,4,2024-05-01\nOtto Poe,5,2,2024-05-02\n", {
      ...{ field: "rating", column: "stars one", rival: "stars two", parts: ["stars one", "stars two"] },
    }],
    [`${day}Otto Poe,5,05/06/2024\n`, { field: "date-order", column: "dmy", rival: "mdy" }],
    // The second day would be in the future.
    [`${day}Otto Poe,5,01/02/2025\n`, { field: "date-order", column: "mdy", rival: "dmy" }],
    // Two known formats match.
    [
      "business_id,user_id,stars,useful,text,date,publishedAtDate,reviewId\nb1,u1,5,0,Good.,2024-05-01,2024-05-01,r1\n",
      { field: "format", column: "yelp", rival: "apify" },
    ],
    // A day in some rows may say since when a review is hidden, and is not that of the review.
    [
      "Who,Stars,Created,Logged,Comment\nIda Roe,5,2024-05-01,2024-05-02,Quick and friendly.\n" +
      "Otto Poe,2,2024-05-02,,Two hours late.\n",
      { field: "column", column: "none", rival: "Logged", offered: ["hidden"], examples: '"2024-05-02"' },
    ],
    [
      "who,stars,day,text,Would you recommend us?,reply,reply.role,Town,City\n" +
      "Ida Roe,5,2024-05-01,Quick and friendly.,yes,Thank you so much.,OWNER,Leeds,York\n" +
      "Otto Poe,1,2024-05-02,Two hours late.,no,,,York,York\n" +
      "Ada Loe,4,2024-05-03,Good enough for now.,yes,Thanks for your words.,OWNER,Leeds,Hull\n",
    ],
  ];
  for (const [csv, ...doubts] of tables) assert.deepEqual((await understood(csv)).doubts, doubts, csv);
  assert.equal((await understood(tables[0]?.[0] ?? "")).format.scale, 10);
});

const LOOX = "id,nickname,rating,date,review,productId";

Deno.test("a known format reports additional columns; new texts, stars or states make it a guess", async () => {
  const row = "1,Ida,5,2024-05-01,Warm and soft,7";
  const known = await understood(`${LOOX},variant\n${row},Red\n`);
  assert.deepEqual([known.ground, known.format.name, known.leftOver], ["known", "loox", []]);
  const extra = await understood(`${LOOX},colour\n${row},Red\n`);
  assert.deepEqual([extra.ground, extra.leftOver], ["known", ["colour"]]);
  const others: Readonly<Record<string, string>> = {
    "internal remark": "Called her on Monday about it",
    "stars for delivery": "4",
    "moderation": "zxy",
  };
  for (const [other, cell] of Object.entries(others)) {
    const { ground, format, leftOver } = await understood(`${LOOX},${other}\n${row},${cell}\n`);
    assert.deepEqual([ground, format.name, leftOver], ["guessed", "loox", [other]]);
  }
});

Deno.test("a confirmed known format is remembered until another additional column appears", async () => {
  const confirmed = () => ({ format: "loox", map: {}, leftOver: ["colour"] });
  const read = async (header: string, cells: string) => {
    const csv = `${LOOX},${header}\n1,Ida,5,2024-05-01,Warm and soft,7,${cells}\n`;
    const { ground, leftOver } = await understood(csv, "a.csv", { confirmed });
    return [ground, leftOver];
  };
  assert.deepEqual(await read("colour", "Red"), ["remembered", []]);
  assert.deepEqual(await read("colour,size", "Red,L"), ["remembered", ["size"]]);
});

Deno.test("a column of hidden reviews applies in every format", async () => {
  for (const words of ["status shown hidden", "is_published TRUE FALSE", "hidden 0 1"]) {
    const [column, shown, hidden] = words.split(" ");
    const csv =
      `${LOOX},${column}\n1,Ida,5,2024-05-01,Warm and soft,7,${shown}\n2,Otto,1,2024-05-02,Thin,7,${hidden}\n`;
    assert.deepEqual((await readText("a.csv", csv)).reviews.map(({ author }) => author), ["Ida"], words);
  }
  const table = "who,stars,day,published\nIda,5,2024-05-01,TRUE\nOtto,1,2024-05-02,FALSE\n";
  const corrected = await understood(table, "a.csv", { map: mapOf("author=who,rating=stars,date=day") });
  assert.deepEqual([corrected.ground, corrected.used.get("status")], ["guessed", "published"]);
  const map = mapOf("author=who,rating=stars,date=day");
  const understanding = await understood(table, "a.csv", { map, format: "csv" });
  const doubt = { field: "column", column: "none", rival: "published", offered: ["status", "consent"] } as const;
  assert.deepEqual(understanding.doubts, [{ ...doubt, examples: '"TRUE", "FALSE"' }]);
  const unknown = await understood(table.replaceAll(/TRUE|FALSE/g, "zxy"));
  assert.deepEqual([unknown.ground, unknown.doubts], ["guessed", [{ ...doubt, examples: '"zxy" 2 times' }]]);
});

Deno.test("names are not published if an anonymity column says yes, in each language", async () => {
  const columns = [
    "Anonymous|yes|no",
    "isAnonymous|1|0",
    "Anonym|ja|nein",
    "Publish anonymously|yes|",
    "Anonyme|oui|non",
    "Anónimo|sí|no",
    "¿Reseña anónima?|si|no",
    "Anonimo|sì|no",
    "Avaliação anônima|sim|não",
    "Anoniem geplaatst|ja|nee",
  ];
  for (const column of columns) {
    const [name, yes, no] = column.split("|");
    const csv = `who,stars,day,avatar,${name}\nIda Roe,5,2024-05-01,https://x.example/u1.png,${no}\n` +
      `Otto Poe,1,2024-05-02,https://x.example/u2.png,${yes}\n`;
    const { used } = await understood(csv);
    for (const options of [{}, { map: used }]) {
      const { reviews } = await readText("a.csv", csv, options);
      assert.deepEqual(
        reviews.map(({ author, author_avatar_url }) => [author, author_avatar_url]),
        [["Ida Roe", "https://x.example/u1.png"], ["Anonymous", null]],
        column,
      );
    }
    const unread = new Map([...used].filter(([field]) => field !== "anonymous"));
    const { doubts } = await understood(csv, "a.csv", { map: unread, format: "csv" });
    assert.deepEqual(
      doubts.map(({ rival, offered }) => [rival, offered?.[0]]),
      [[name, name === "Publish anonymously" ? "consent" : "anonymous"]],
      column,
    );
  }
});

Deno.test("rows with a deletion day or flag are left out, also by the suggested command", async () => {
  const days = ["2024-06-01 08:00:00", "31/05/2024", "1717228800", "true"];
  for (const column of ["deleted_at", "deleted", "gelöscht am", "supprimé le", "eliminado"]) {
    for (const day of days) {
      const csv = `id,who,stars,created,words,${column}\n1,Ida Roe,5,2024-05-01,Quick and friendly.,\n` +
        `2,Otto Poe,1,2024-05-02,Two hours late.,${day}\n3,Ada Loe,4,2024-05-03,Good enough for now.,\n`;
      const { used } = await understood(csv);
      for (const options of [{}, { map: used }]) {
        const { reviews, skipped } = await readText("a.csv", csv, options);
        assert.deepEqual([reviews.length, [...skipped]], [2, [["not published", 1]]], `${column} ${day}`);
      }
      const map = mapOf("author=who,rating=stars,date=created");
      const { doubts } = await understood(csv, "a.csv", { map, format: "csv" });
      assert.deepEqual(doubts.map(({ rival, offered }) => [rival, offered]), [[column, ["hidden"]]]);
    }
  }
});

Deno.test("shares below 1 are not read as ratings, and columns of counts cause no question", async () => {
  const csv = (column: string, values: readonly string[]) =>
    `Who,${column},Votes funny,Date,Comment\n` +
    values.map((value, at) => `Ida Roe${at},${value},${at % 2},2024-05-0${at + 1},Great fun with friends ${at}.\n`)
      .join("");
  await assertError(readText("a.csv", csv("Score", ["0.52", "0.48"])), /columns are .*none is known to hold ratings;/);
  assert.deepEqual((await understood(csv("Score", ["5", "4"]))).doubts, []);
});

Deno.test("--yes does not settle a column of row types with some that are not reviews", async () => {
  const csv = (kind: string) =>
    "Type,Who,Stars,Day,Words\nreview,Ida,5,2024-05-01,Quick and friendly.\n" +
    `${kind},Otto,1,2024-05-02,Two hours late.\nreview,Ada,4,2024-05-03,Good enough.\n` +
    "review,Eve,4,2024-05-04,Good for now.\n";
  for (const kind of ["complaint (internal)", "question", "test", "Frage", "réclamation", "queja"]) {
    const { doubts } = await understood(csv(kind));
    assert.deepEqual(doubts.map(({ rival, offered }) => [rival, offered]), [["Type", ["status"]]], kind);
  }
  for (const kind of ["international", "review (imported)", "Contest"]) {
    assert.deepEqual((await understood(csv(kind))).doubts, [], kind);
  }
  await using shop = await importWorkshop({ "a.csv": csv("question") });
  const { code, stderr } = await shop.importing("a.csv", "--source", "x", "--yes");
  assert.deepEqual([code, await shop.revision()], [2, null]);
  assert.match(
    stderr,
    /: Type \("review" 3 times, "question"\) is ignored so far\. [^]* --map status=Type [^]* --ignore Type /,
  );
});

Deno.test("--yes does not settle a column that may hide reviews or contain texts", async () => {
  const columns = [
    ["Put on website?", ["x", "x", "", "no"], "consent hidden show_name"],
    ["Zustand", ["frei", "frei", "offen", "Entwurf"], "status"],
    ["Rückruf", ["ja", "nein", "ja", "ja"], "consent hidden show_name"],
    [
      "Shop said",
      ["Many thanks for your kind words.", "", "", "Sorry about the delay on that day."],
      "text reply_text title",
    ],
  ] as const;
  for (const [name, values, fields] of columns) {
    const csv = `who,stars,day,text,${name}\n` +
      values.map((value, at) => `Ida Roe${at},5,2024-05-0${at + 1},Quick and friendly ${at}.,${value}\n`).join("");
    const { doubts } = await understood(csv);
    assert.deepEqual(doubts.map(({ rival, offered }) => [rival, offered?.join(" ")]), [[name, fields]]);
    await using shop = await importWorkshop({ "a.csv": csv });
    assert.deepEqual([(await shop.importing("a.csv", "--yes")).code, await shop.revision()], [2, null], name);
    await shop.imported("a.csv", "--ignore", name, "--yes");
    assert.equal((await shop.authors()).length, 4);
    // The mapping is remembered: the next file with these columns needs no option.
    await shop.imported("a.csv");
  }
});

Deno.test("the import asks about sentence answers, partly filled days, second names and second days", async () => {
  const csv = (header: string, cell: (at: number) => string) =>
    Array.from({ length: 12 }, (_, at) => `Ida Roe${at},5,2024-05-${10 + at},Quick and friendly ${at}.,"${cell(at)}"\n`)
      .join("").replace(/^/, `Who,Stars,Date,Comment,${header}\n`);
  const files = [
    [
      "May we publish this on our website?",
      (at: number) => at % 3 === 0 ? "No please keep this private" : "Yes of course",
      "consent",
    ],
    ["Acconsenti alla pubblicazione?", (at: number) => at % 3 === 0 ? "No" : "Sì con nome e cognome", "consent"],
    ["verwijderdOp", (at: number) => at === 3 ? "2024-06-01" : "", "hidden"],
    ["Seit", (at: number) => at === 3 ? "2024-06-01" : "", "hidden"],
    ["Quote as", (at: number) => `Mrs ${"ABCDEFGHIJKL"[at]}. Leeds`, "author"],
    ["Feedback rcvd", (at: number) => `2024-06-${10 + at}`, "date"],
  ] as const;
  for (const [header, cell, field] of files) {
    const { doubts, used } = await understood(csv(header, cell));
    const asked = doubts.flatMap(({ field, offered = [] }): readonly string[] => [field, ...offered]);
    assert.ok(asked.includes(field) || used.get(field) === header, `${header}: ${JSON.stringify(doubts)}`);
  }
});

Deno.test("the format csv without an author column asks, because all reviews would be anonymous", async () => {
  const csv = "Who,Stars,Date\nIda Roe,5,2024-05-10\nOtto Poe,4,2024-05-11\n";
  const { doubts } = await understood(csv, "a.csv", { map: mapOf("rating=Stars,date=Date"), format: "csv" });
  assert.deepEqual(doubts.map(({ rival, offered }) => [rival, offered]), [["Who", ["author"]]]);
});

Deno.test("some consent values publish the review without the author's name", async () => {
  const csv = "Who,Stars,Date,Comment,May we publish this?\n" +
    "Ida Roe,5,2024-05-10,Quick and friendly.,Yes\nOtto Poe,4,2024-05-11,Good enough for now.,Yes but without my name\n" +
    "Ada Loe,3,2024-05-12,Two hours late.,No\n";
  const map = new Map([["consent", "May we publish this?"]]);
  const states = { "Yes but without my name": "anonymous" } as const;
  const { reviews } = await readText("a.csv", csv, { map, states });
  assert.deepEqual(reviews.map(({ author }) => author), ["Ida Roe", "Anonymous"]);
});

Deno.test("a mapped state replaces the guess, so that another column of states is asked about, and an approval day counts as consent", async () => {
  const csv = "who,stars,day,text,visibility,Workflow,Approved on\n" +
    "Ida Roe,5,2024-05-01,Quick and friendly.,public,approved,2024-05-03\n" +
    "Otto Poe,1,2024-05-02,Two hours late.,private,approved,2024-05-03\n" +
    "Ada Loe,4,2024-05-03,Good enough for now.,public,pending,2024-05-03\n" +
    "Eva Moe,4,2024-05-04,Ganz gut gemacht.,public,approved,\n";
  const { doubts } = await understood(csv);
  assert.deepEqual(doubts.map(({ rival }) => rival), ["Workflow", "Approved on"]);
  const cases = [[null, null], ["Workflow", "visibility"], ["visibility", "Workflow"]] as const;
  for (const [status, asked] of cases) {
    const map = new Map([["consent", "Approved on"], ...status === null ? [] : [["status", status] as const]]);
    const { used, doubts } = await understood(csv, "a.csv", { map });
    assert.deepEqual(doubts.map(({ rival }) => rival), [asked ?? "Workflow"]);
    if (status !== null) assert.equal(used.get("status"), status);
    const all = new Map([...map, ["status", "visibility|Workflow"]]);
    assert.deepEqual((await readText("a.csv", csv, { map: all })).reviews.map(({ author }) => author), ["Ida Roe"]);
  }
});

Deno.test("a surname column is appended to the first name, and empty consent is no consent", async () => {
  const csv = "Vorname,Nachname,Sterne,Datum,Kommentar,Einwilligung\n" +
    "Ida,Roe,5,2024-05-01,Schnell und freundlich.,ja\n,Poe,4,2024-05-02,Zwei Stunden zu spät.,ja\n" +
    "Ada,Loe,3,2024-05-03,Gut genug für jetzt.,\nEva,Moe,3,2024-05-04,Ganz gut gemacht.,nein\n";
  const { used } = await understood(csv);
  for (const options of [{}, { map: used }]) {
    const { reviews, skipped } = await readText("a.csv", csv, options);
    assert.deepEqual(reviews.map(({ author }) => author), ["Ida Roe", "Poe"]);
    assert.deepEqual([...skipped], [["without consent to publish", 2]]);
  }
});

Deno.test("an id column is never author or text; the answers to a question are offered as text", async () => {
  const csv = "#,handle,stars,day,What is the main reason for your score?\n" +
    ["7q5xpd004pzrre88puu5", "8a1bcd004pzrre88puu6", "9z2yxw004pzrre88puu7"].map((id, at) =>
      `${id},Ida ${"ABC"[at]}.,5,2024-05-0${at + 1},${at === 1 ? "" : `They came in time ${at}.`}\n`
    ).join("");
  const { used, doubts } = await understood(csv);
  assert.deepEqual([used.get("id"), used.get("author"), used.get("text")], ["#", "handle", undefined]);
  assert.deepEqual(doubts.map(({ rival, offered }) => [rival, offered?.[0]]), [
    ["What is the main reason for your score?", "text"],
  ]);
});

Deno.test("a column whose first value comes late is detected, in tables and JSON Lines", async () => {
  const rows = Array.from({ length: 700 }, (_, index) => `${index},Ida,5,2024-05-01,Warm and soft,7,`);
  const table = await understood(`${LOOX},hidden\n${rows.join("\n")}true\n`);
  const doubt = { field: "column", column: "none", offered: ["hidden"], examples: '"true"' } as const;
  assert.deepEqual([table.leftOver, table.doubts], [["hidden"], [{ ...doubt, rival: "hidden" }]]);
  const review = { author: "Ida", source: "letter", rating: 5, date: "2024-05-01" };
  const lines = Array.from({ length: 700 }, (_, index) => JSON.stringify({ ...review, id: `${index}` }));
  const json = await understood([...lines, JSON.stringify({ ...review, spam: true })].join("\n"), "a.ndjson");
  assert.deepEqual([json.leftOver, json.doubts], [["spam"], [{ ...doubt, rival: "spam" }]]);
});

Deno.test("several places in a table are named, mapped by hand or guessed, and one has to be chosen", async () => {
  const row = (venue: string, index: number) =>
    `${venue},Guest ${index},${index % 5 + 1},2024-05-0${index % 9 + 1},Words of ${index}`;
  const venues = ["North", "South", "West"];
  const csv = "Venue,Name,Stars,Day,Text\n" +
    Array.from({ length: 12 }, (_, index) => row(venues[index % 3] ?? "", index)).join("\n");
  const map = mapOf("rating=Stars,date=Day,author=Name");
  const message = /reviews of 3 places in Venue, [^]*--place North +4 reviews\n +--place South +4 reviews\n/;
  for (const options of [{ map }, {}]) {
    assert.match(await needed(readText("a.csv", csv, options)), message);
    assert.equal((await readText("a.csv", csv, { ...options, places: ["South"] })).reviews.length, 4);
  }
  const two = "Branch,Name,Stars,Day\nNorth,Ann Lee,5,2024-05-01\nSouth,Ann Lee,5,2024-05-01\n";
  assert.match(await needed(readText("a.csv", two)), /reviews of 2 places in Branch, /);
});

Deno.test("a table without column names is refused, and grades where 1 may be the best are asked about", async () => {
  const row = "ORD-1,5,2024-05-01,Quick.\nORD-2,4,2024-05-02,Fine.\nORD-3,4,2024-05-02,Fine.\n";
  await assertError(readText("a.csv", row), /begins with values, such as 5, .*line of names\.$/);
  const grades = (name: string, ...values: string[]) =>
    `who;day;${name};words\n${
      values.map((value, n) => `Ida Roe ${n};2024-05-0${n + 1};${value};All was well, ${n} times.\n`).join("")
    }`;
  const asked: readonly (readonly [csv: string, rival: string | null])[] = [
    [grades("Note (1 = sehr gut)", "1", "3"), "5"],
    [grades("Note", "1,0", "1,3", "2,0", "5,0", "1,0"), "5"],
    [grades("Gesamtnote", "1,0", "1,4", "5,6", "2,0"), "6"],
    [grades("Note", "5", "4", "2"), null],
    [grades("Note /5", "1", "2", "1"), null],
  ];
  for (const [csv, rival] of asked) {
    const { doubts, format } = await understood(csv);
    const parts = rival === "6" ? ["1", "6", "10"] : ["1", "5"];
    assert.deepEqual(doubts, rival === null ? [] : [{ field: "scale", column: "1", rival, parts }], csv);
    assert.equal(format.scale, rival === null ? undefined : 1);
  }
  const stars = (await readText("a.csv", asked[2]?.[0] ?? "", { scale: 1 })).reviews.map(({ rating }) => rating);
  assert.deepEqual(stars.toSorted(), [1, 4, 5, 5]);
});
