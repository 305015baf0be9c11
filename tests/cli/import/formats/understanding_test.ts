import assert from "node:assert/strict";
import type { Understanding } from "../../../../cli/import/formats/understanding.ts";
import type { MappedField } from "../../../../cli/import/formats/import_format.ts";
import type { ReadOptions } from "../../../../cli/import/reading/read_import_files.ts";
import { mapOf, readText } from "../../../support/import/import_reading.ts";

async function understood(csv: string, name = "a.csv", options: Partial<ReadOptions> = {}): Promise<Understanding> {
  const { understood } = await readText(name, csv, options);
  return understood[0]?.understanding ?? assert.fail();
}

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

Deno.test("rows with a deletion day or flag are left out, also if its columns are mapped", async () => {
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

const LOOX = "id,nickname,rating,date,review,productId";

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

Deno.test("a column may say who wrote a review, or a wish about it, whatever it is called", async () => {
  const roles = ["guest", "host", "guest", "guest", "host", "guest"];
  const wishes = ["may be shown to all", "never show it to anybody"];
  const cases: readonly (readonly [name: string, values: readonly string[], offered: string])[] = [
    ["Category", roles, "status"],
    ["Employee", roles, "status"],
    ["Reply type", roles.map((role) => `${role}_to_other`), "status"],
    ["Would recommend", [...wishes, ...wishes, ...wishes], "hidden"],
  ];
  for (const [name, values, offered] of cases) {
    const rows = values.map((value, at) =>
      `5,2024-05-0${at + 1},Visitor ${at},Number ${at} was done rather well,${value}`
    );
    const { doubts } = await understood(["stars,day,who,words", ...rows].join("\n").replace("words", `words,${name}`));
    assert.deepEqual(doubts.map(({ rival }) => rival), [name]);
    assert.ok(doubts[0]?.offered?.some((field) => field === offered), name);
  }
});

Deno.test("in JSON, comments of the business and members of its lists are replies, and no list hides a review", async () => {
  const review = (at: number, more: object) => ({
    uuid: `k-${at}`,
    name: `Ann Lee ${at}`,
    datum: `2024-05-0${at}`,
    ...more,
  });
  const answers = (...words: string[]) =>
    words.map((rating, order) => ({ order, rating, asked: order === 2 ? "What did you think of us?" : "Summary" }));
  const cases: readonly (readonly [rows: readonly object[], used: Readonly<Record<string, string>>, asked: string])[] =
    [
      // The employer's comment is not the text, and words in the same rows are not lost.
      [
        [
          review(1, {
            gesamt: 4.2,
            gut: "Lohn",
            kommentarArbeitgeber: { text: "Danke, wird gekauft.", datum: "2024-05-20" },
            rat: "Neue Bagger",
          }),
          review(2, { gesamt: 1.8, gut: null, kommentarArbeitgeber: null, rat: null }),
          review(3, { gesamt: 3.4, gut: "Zeit", kommentarArbeitgeber: null, rat: null }),
        ],
        { rating: "gesamt", reply_text: "kommentarArbeitgeber.text", reply_date: "kommentarArbeitgeber.datum" },
        "rat (text reply_text title author)",
      ],
      // A mark in a list of comments is no consent.
      [
        [
          review(1, {
            rate: "5",
            review: "Very good product.",
            moderation: [{ comment_origin: "1", comment: "Thanks!" }],
          }),
          review(2, { rate: "1", review: "Broken, and nobody answers.", moderation: [] }),
          review(3, { rate: "4", review: "Not bad at all.", moderation: [] }),
        ],
        { rating: "rate", text: "review" },
        "moderation.0.comment_origin (status consent)",
      ],
      // Single words among further items of a list are a column where others of it hold texts.
      [
        [
          review(1, { stars: 5, reviewContent: answers("5", "Topwinkel", "Quick service and honest advice.") }),
          review(2, { stars: 2, reviewContent: answers("2", "Teleurgesteld", "The tyre was flat after a week.") }),
        ],
        { rating: "stars" },
        "reviewContent.1.rating (text reply_text title)",
      ],
      // A text of one word is no id.
      [
        [1, 2, 3].map((at) => review(at, { review_rating: at, review: ["Lovely", "Slow", "Good"][at - 1] })),
        { id: "uuid", rating: "review_rating", text: "review" },
        "",
      ],
    ];
  for (const [rows, expected, asked] of cases) {
    const { used, doubts } = await understood(JSON.stringify(rows), "a.json");
    const found = Object.fromEntries(Object.keys(expected).map((field) => [field, used.get(field as MappedField)]));
    assert.deepEqual(found, expected);
    assert.equal(used.get("consent"), undefined);
    const asks = doubts.map(({ rival, offered, parts = [] }) =>
      offered ? `${rival} (${offered.join(" ")})` : parts.join(" or ")
    );
    assert.ok(asked === "" || asks.includes(asked), asks.join(", "));
  }
});
