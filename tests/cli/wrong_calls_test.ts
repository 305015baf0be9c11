import assert from "node:assert/strict";
import { importWorkshop } from "../support/import/import_reading.ts";

const COLUMNS = "Name,Stars,Date,Comment";
const ROWS = [
  "Ann Lee,5,2025-11-20,Very quick and clean work by the whole team",
  "Ben May,4,2025-11-18,He came two hours late but fixed the boiler well",
  "Cid Ox,5,2025-10-02,Good price and very friendly on the phone",
  "Dora Po,3,2025-09-02,It took three visits to find the leak at last",
];
const table = (from: string | RegExp, to: string) => [COLUMNS, ...ROWS].join("\n").replace(from, to);
const review = (id: string, author: string) => ({
  id,
  author,
  rating: 5,
  date: "2025-11-20",
  source: "Google",
  text: id,
});

const FILES = {
  "seed.json": [review("1", "Ann Lee"), review("2", "Ben May"), review("3", "Ben May")],
  "good.csv": table("", ""),
  "star.csv": table(",3,", ",🌟🌟🌟,").replaceAll(",5,", ",⭐⭐⭐⭐⭐,"),
  "thousands.csv": table(",4,", ",5000,"),
  "future.csv": table("2025-11-18", "2091-11-18"),
  "future_days.csv": table(/2025-/g, "2091-"),
  "zero.csv": "Name,Score,Date\nA B,10,2025-11-20\nC D,0,2025-11-18\nE F,7,2025-11-02",
  "undated.csv": "Name,Stars,Comment\nA B,🌟🌟,Good\nC D,🌟,Bad",
  "header.csv": COLUMNS,
  "empty.csv": "",
  "ids.csv": `id,${COLUMNS}\n1,${ROWS[0]}\n1,${ROWS[1]}`,
  "ids.json": [review("1", "Ann Lee"), { ...review("1", "Ben May"), text: "Late." }],
  "broken.zip": "PK\x03\x04 broken",
  "broken.json": '{"name": "Acme"',
  "business.json": { name: "Acme", mail: "x@acme.example", opening_hours: "always", url: "acme" },
  "mail.json": [{ mail: "me", smtp: "smtp://mail.example", from: "a@acme.example" }],
  "when.json": [{ slack: "https://slack.example/x", when: { stars: 1, max_rating: "two" } }],
  "kind.json": [{ to: "me" }],
  "sources.json": [{ url: "http://acme.example/reviews.csv" }],
};
const RATING = "expected a rating of 1 to 5, such as 5, 4.5, 9/10, ★★★★☆, 5 stars or FIVE";
const ID = "is not an id; expected are 6 to 26 characters of an id, which list shows.";
const NO_COLUMN = "Correct it, or name a column with --map";

/** Wrong calls, each with what its message says. `…` stands for any text. A wish for a yes ends with 2. */
const CALLS: readonly (readonly [call: string, message: string, code?: number])[] = [
  ["import", "No file is named. Name the files to import; --help shows how. Nothing was changed."],
  ["import nowhere/a.csv", "nowhere/a.csv cannot be read: there is no such file or folder. Nothing was changed."],
  ["import .", ". cannot be read: it is a folder. Nothing was changed."],
  ["import empty.csv", "empty.csv is empty. Nothing was changed."],
  [
    "import header.csv",
    `header.csv has no rows, only the names of columns: ${COLUMNS.replaceAll(",", ", ")}. Nothing …`,
  ],
  [
    "import star.csv",
    `star.csv:5: Stars is "🌟🌟🌟"; ${RATING}\nNothing was imported: 1 of 4 rows has problems. Mend them, or …`,
  ],
  [
    "import zero.csv",
    'zero.csv:3: Score is "0"; expected a rating above 0 and of at most 10, or "(0-10)" in the name of the column if 0 ' +
    "is the worst\nTo be decided …",
  ],
  [
    "import undated.csv",
    "undated.csv is of no known format; its columns are …; none is known to hold dates; …",
  ],
  ["import thousands.csv", `thousands.csv … Stars comes near, but has "5000" in row 2 below the names; ${RATING}. …`],
  [
    "import future_days.csv",
    'future_days.csv has no column of dates: Date comes near, but has "2091-11-20" in row 1 below the names; expected ' +
    `a day that is not in the future. ${NO_COLUMN} date=COLUMN. Nothing was changed.`,
  ],
  [
    "import future.csv",
    'future.csv:3: Date is "2091-11-18"; expected a day that is not in the future\nNothing was imported: …',
  ],
  [
    "import ids.csv",
    '…id ("1" 2 times) is ignored so far. …\n    --map id=id  …\n    --ignore id  …Nothing was imported. …',
    2,
  ],
  ["import ids.json", '…"Ann Lee, 2025-11-20" and "Ben May, 2025-11-20" become one review: their ids are equal, …', 2],
  [
    "import good.csv",
    '…\n  No source is named for 4 reviews: readers see "Tables of the business". --source NAME …',
    2,
  ],
  ["import broken.zip", "broken.zip is a damaged ZIP archive: download or pack it again. Nothing was changed."],
  ["import broken.json", "broken.json is not valid JSON: it ends too early at line 1, column 16. Nothing was changed."],
  ["import good.csv --map stars=Stars", '--map does not know the field "stars": did you mean rating? The fields are …'],
  [
    "import good.csv --map rating=Sterne",
    'good.csv lacks the column "Sterne" that --map names; its columns are Name, …',
  ],
  [
    "import good.csv --scale 0",
    '--scale is "0"; allowed is the best rating, 1 to 100, such as 10. Nothing was changed.',
  ],
  ["import good.csv --frob", "Unknown option '--frob'. --help lists the options. Nothing was changed."],
  [
    "import good.csv --errors no/x.csv",
    '--errors is "no/x.csv", which cannot be written: there is no such file or folder. …',
  ],
  ["import --business no.json", "no.json cannot be read: there is no such file or folder. Nothing was changed."],
  ["import --business broken.json", "broken.json is not valid JSON: it ends too early at line 1, column 16. Nothing …"],
  [
    "import --business business.json",
    'business.json cannot be used:\n  url: Expected an absolute http or https URL, not "acme"\n…\n' +
    '  opening_hours: Expected a list, not "always"\n  mail: No such member; allowed are name, …, email, …\nNothing …',
  ],
  [
    "import --taxonomy zoo",
    '--taxonomy is "zoo"; allowed is general, … or a file such as own.json. Nothing was changed.',
  ],
  ["review", "No command is given; allowed are list, show, reply, hide, restore, erase. See --help."],
  ["review erase 'Ben May'", `"Ben May" ${ID} For the reviews of an author, write --author "Ben May". Nothing …`],
  ["review erase --author 'Ben May'", "2 reviews match. Which is meant?\n…\n  --all  …\nNothing was done. …", 2],
  ["review hide 'Ben May'", `"Ben May" ${ID} For the reviews of an author, write --author "Ben May". Nothing …`],
  ["review hide --author 'Ben May'", "--reason is missing; allowed is spam, … or other. Nothing was changed."],
  ["review restore ABCDEFG", "No review has an id that begins with ABCDEFG; list shows the ids. Nothing was changed."],
  ["review list late", '"late" is not an option of list: show takes the id of a review.'],
  ["review list --rating 9", '--rating is "9"; allowed is a whole number from 1 to 5.'],
  ["history undo now", '"now" is not a revision; expected a number from `deno task history`. Nothing was changed.'],
  ["history undo 1", "Revision 1 is published already. Nothing was changed."],
  ["history show 99", "The store does not keep revision 99; it has 1."],
  ["history diff 1", 'diff takes two revision numbers; it is given 1. "deno task history" lists them.'],
  ["history prune --keep no", '--keep is "no"; allowed is … Nothing was changed.'],
  ["export all", '"all" is not an option of export: it writes to standard output, so add > and a file.'],
  ["export --all --csv", "--all and --csv are different documents; name one of them."],
  ["hub show x", '"x" is not an id; expected at least 4 hexadecimal digits of an id.'],
  ["hub remove", "remove needs the id of a subscription; list shows the ids."],
  ["hub replay", "replay takes one of ids, --topic and --all; given: none."],
  ["doctor all", '"all" is not an option of doctor: --help lists them.'],
  ["report 2025-11", '"2025-11" is not an option of report: --help lists them.'],
  ["report --month 2025-13", '--month is "2025-13"; allowed is a month such as 2026-10.'],
  ["report --html no/x.html", '--html is "no/x.html", which cannot be written: there is no such file or folder.'],
  ["insights --since x", '--since is "x"; …'],
  [
    "fleet list --folder no",
    "The folder of businesses no cannot be read: there is no such file or folder. FLEET or --folder …",
  ],
  [
    "watch --check",
    "No source is set. SOURCES, SOURCES_FILE or a file beside the store names them; docs/sources.md says how.",
  ],
  [
    "SOURCES_FILE=no.json watch --check",
    'SOURCES_FILE is "no.json": it cannot be read, as there is no such file or folder.',
  ],
  [
    "SOURCES_FILE=sources.json watch --check",
    "sources.json, entry 1 is not a valid source: url: Expected an https URL without user and password, not …",
  ],
  ["alerts", "No receiver is set. ALERTS or a file beside the store names them; docs/alerts.md says how."],
  ["ALERTS=no.json alerts", 'ALERTS is "no.json": it cannot be read, as there is no such file or folder.'],
  ["ALERTS=mail.json alerts", 'ALERTS is "mail.json": entry 1, mail: Expected an e-mail address, not "me".'],
  [
    "ALERTS=when.json alerts test",
    'ALERTS is "when.json": entry 1, when.max_rating: Expected a number, not "two"; when.stars: No such member; ' +
    "allowed are max_rating, ….",
  ],
  ["ALERTS=kind.json alerts", 'ALERTS is "kind.json": entry 1 needs one of mail, slack, teams, …'],
];

const filesIn = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).length;

Deno.test("a wrong call says what is wrong and what is allowed, and changes nothing", async () => {
  await using shop = await importWorkshop(FILES);
  await shop.imported("seed.json");
  const wrong: unknown[] = [];
  const before = [await shop.revision(), await filesIn(shop.folder)];
  for (const [call, message, expected = 1] of CALLS) {
    const words = call.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
    const path = (word: string) => Object.hasOwn(FILES, word) ? shop.path(word) : word;
    const [variable, value] = words[0]?.includes("=") ? words.shift()?.split("=") ?? [] : [];
    const [command = "", ...args] = words;
    const env = variable === undefined ? {} : { [variable]: path(value ?? "") };
    const { code, stderr } = await shop.runWith(env, command, ...args.map(path));
    const said = stderr.trimEnd().replaceAll(`${shop.folder}/`, "");
    const pattern = message.split("…").map(RegExp.escape).join("[^]*");
    if (code !== expected || !new RegExp(`^${pattern}$`).test(said)) wrong.push({ call, code, said });
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual([await shop.revision(), await filesIn(shop.folder)], before);
});
