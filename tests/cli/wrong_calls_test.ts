import assert from "node:assert/strict";
import { importWorkshop } from "../support/import/import_reading.ts";
import { runCli, tempStore } from "../support/service/run_cli.ts";

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
  "business.json": {
    ...{ name: "", mail: "x@acme.example", opening_hours: "always", url: "acme" },
    services: [{ id: "AC Repair", label: "AC" }],
  },
  "ambiguous.json": {
    name: "Acme",
    technicians: ["a", "b"].map((id) => ({ id, name: `Mike ${id}`, aliases: ["Mike"] })),
  },
  "taxonomy.json": {
    ...{ id: "pottery", version: 0, problems: [], topics: "none" },
    aspects: ["kiln", "kiln"].map((id) => ({ id, label: "Kiln", words: ["kiln", "!", "Kiln"] })),
  },
  "bad.json": [{ ...review("1", "Ann Lee"), rating: 9 }],
  "none.json": [],
};
const RATING = "expected a rating of 1 to 5, such as 5, 4.5, 9/10, ★★★★☆, 5 stars or FIVE";
const ID = "is not an id; expected are 6 to 26 characters of an id, which list shows.";
const NO_COLUMN = "Correct it, or name a column with --map";

/** Wrong calls, each with what its message says. `…` stands for any text. */
const CALLS: Readonly<Record<string, string>> = {
  "import": "No file is named. Name the files to import; --help shows how. Nothing was changed.",
  "import nowhere/a.csv": "nowhere/a.csv cannot be read: there is no such file or folder. Nothing was changed.",
  "import .": ". cannot be read: it is a folder. Nothing was changed.",
  "import empty.csv": "empty.csv is empty. Nothing was changed.",
  "import header.csv": `header.csv has no rows, only the names of columns: ${COLUMNS.replaceAll(",", ", ")}. Nothing …`,
  "import star.csv":
    `star.csv:5: Stars is "🌟🌟🌟"; ${RATING}\nNothing was imported: 1 of 4 rows has problems. Mend them, or …`,
  "import zero.csv":
    'zero.csv:3: Score is "0"; expected a rating above 0 and of at most 10, or "(0-10)" in the name of the column if 0 ' +
    "is the worst\nTo be decided …",
  "import undated.csv": "undated.csv is of no known format; its columns are …; none is known to hold dates; …",
  "import thousands.csv": `thousands.csv … Stars comes near, but has "5000" in row 2 below the names; ${RATING}. …`,
  "import future_days.csv":
    'future_days.csv has no column of dates: Date comes near, but has "2091-11-20" in row 1 below the names; expected ' +
    `a day that is not in the future. ${NO_COLUMN} date=COLUMN. Nothing was changed.`,
  "import future.csv":
    'future.csv:3: Date is "2091-11-18"; expected a day that is not in the future\nNothing was imported: …',
  "import broken.zip": "broken.zip is a damaged ZIP archive: download or pack it again. Nothing was changed.",
  "import broken.json": "broken.json is not valid JSON: it ends too early at line 1, column 16. Nothing was changed.",
  "import good.csv --map stars=Stars": '--map does not know the field "stars": did you mean rating? The fields are …',
  "import good.csv --map rating=Sterne": 'good.csv lacks the column "Sterne" that --map names; its columns are Name, …',
  "import good.csv --scale 0": '--scale is "0"; allowed is the best rating, 1 to 100, such as 10. Nothing was changed.',
  "import good.csv --format excel": "…excel…google-business-profile…",
  "import good.csv --format csv --format csv": "--format is given 2 times; it may be given once. Nothing was changed.",
  "import good.csv --map rating": '--map is "rating"; expected FIELD=COLUMN, such as rating="Star rating". Nothing …',
  "import good.csv --state zapped":
    '--state is "zapped"; expected WORD=shown, WORD=hidden or WORD=anonymous, such as a…',
  "import good.csv --stars Good=6": '--stars is "Good=6"; expected WORD=1 to WORD=5 or WORD=none, such as good=4. …',
  "import good.csv --date-order ymd": '--date-order is "ymd"; allowed is dmy or mdy. Nothing was changed.',
  "import good.csv --verification sure": '--verification is "sure"; allowed is purchase, invitation, … or none. …',
  "import --replace --business business.json": "--replace needs files: …",
  "import none.json --replace": "--replace would only remove reviews: …",
  "import good.csv --frob": "Unknown option '--frob'. --help lists the options. Nothing was changed.",
  "import --business no.json": "no.json cannot be read: there is no such file or folder. Nothing was changed.",
  "import --business broken.json": "broken.json is not valid JSON: it ends too early at line 1, column 16. Nothing …",
  // The row with a fault is not read.
  "import bad.json --business business.json":
    'business.json cannot be used:\n  name: …\n  url: Expected an absolute http or https URL, not "acme"\n…\n' +
    '  opening_hours: Expected a list, not "always"\n  services.0.id: …\n  mail: No such member; allowed are name, …, ' +
    "email, …\nNothing …",
  "import bad.json --business ambiguous.json": '…technicians: two entries go by "mike"…Nothing was changed.',
  "import --taxonomy zoo":
    '--taxonomy is "zoo"; allowed is general, … or a file such as own.json. Nothing was changed.',
  "import --taxonomy broken.json": "broken.json is not valid JSON: …",
  "import good.csv --taxonomy taxonomy.json": "taxonomy.json cannot be used:\n  version: …\n" +
    '  aspects.0.words.1: "!" holds no word; expected one with a letter or digit\n' +
    '  aspects.0.words.2: "kiln" is given twice; every word must be different\n…' +
    '  aspects.1.id: "kiln" is given twice; every id must be different\n…topics: …\nNothing was changed.',
  "review": "No command is given; allowed are list, show, reply, hide, restore, erase. See --help.",
  "review erase 'Ben May'": `"Ben May" ${ID} For the reviews of an author, write --author "Ben May". Nothing …`,
  "review hide 'Ben May'": `"Ben May" ${ID} For the reviews of an author, write --author "Ben May". Nothing …`,
  "review hide --author 'Ben May'": "--reason is missing; allowed is spam, … or other. Nothing was changed.",
  "review restore ABCDEFG": "No review has an id that begins with ABCDEFG; list shows the ids. Nothing was changed.",
  "review hide --reason spam": "hide needs the id of a review, or --author, --text or --source; list shows …",
  "review hide --reason spam --author ' '": "--author is empty; give what to look for. Nothing was changed.",
  "review hide --reason spam ABCDEF --author B": "hide takes ids, or --author, --text and --source; not both at …",
  "review hide --reason bad ABCDEF": '--reason is "bad"; allowed is spam, … Nothing was changed.',
  // A low rating is no reason to hide a review.
  "review hide --rating 1": "Unknown option '--rating'. --help lists the options. Nothing was changed.",
  "review list --limit 0": '--limit is "0"; allowed is a whole number from 1 to 100000.',
  "review list --since June": '--since is "June"; allowed is a day such as 2026-11-01.',
  "review list late": '"late" is not an option of list: show takes the id of a review.',
  "review list --rating 9": '--rating is "9"; allowed is a whole number from 1 to 5.',
  "history undo now": '"now" is not a revision; expected a number from `deno task history`. Nothing was changed.',
  "history undo 1": "Revision 1 is published already. Nothing was changed.",
  "history undo 1 2": "undo takes at most one revision number; it is given 2. …",
  "history diff 1 99": "The store does not keep revision 99; it has 1.",
  "history diff 1": 'diff takes two revision numbers; it is given 1. "deno task history" lists them.',
  "KEPT_REVISIONS=none import good.csv": 'KEPT_REVISIONS is "none"; allowed is a whole number from 1 to 1000.',
  "export all": '"all" is not an option of export: it writes to standard output, so add > and a file.',
  "export --all --csv": "--all and --csv are different documents; name one of them.",
  "export --hidden --taxonomy": "--hidden is for reviews; --insights and --taxonomy hold none.",
  "hub": "No command is given; allowed are list, show, remove, replay, stats. See --help.",
  "hub frobnicate": '"frobnicate" is not a command; allowed are list, …',
  "hub --json list": "Unknown option '--json'. …",
  "hub list abcd": '"abcd" is not an option of list: show takes the id of a subscription.',
  "hub list --topic /search": '--topic is "/search"; allowed are /reviews.json, …, or a URL of one.',
  "hub show": "show takes one id; it is given 0. …",
  "hub show abcd": "No subscription has an id that begins with abcd. …",
  "hub show x": '"x" is not an id; expected at least 4 hexadecimal digits of an id.',
  "hub remove": "remove needs the id of a subscription; list shows the ids.",
  "hub remove abcd --reason=": "--reason has 0 characters; allowed is one line of 1 to 200 characters.",
  "hub replay": "replay takes one of ids, --topic and --all; given: none.",
  "hub replay --all abcd": "replay takes one of ids, --topic and --all; given: ids, --all.",
  "doctor all": '"all" is not an option of doctor: --help lists them.',
  "report 2025-11": '"2025-11" is not an option of report: --help lists them.',
  "report --month 2025-13": '--month is "2025-13"; allowed is a month such as 2026-10.',
  "report --html no/x.html": '--html is "no/x.html", which cannot be written: there is no such file or folder.',
  "insights all": '"all" is not an option of insights: --help lists them.',
  "insights --since x": '--since is "x"; …',
  "insights --since 2026-02-01 --until 2024-06-15": "--until is 2024-06-15; allowed is a day that is not before …",
  "insights --since 2031-01-01": "No review is of this period and source. The reviews are from 2025-11-20 to …",
  "insights --source gogle": "No review is of this period and source. …, their sources are: Google.",
  "fleet list --folder no":
    "The folder of businesses no cannot be read: there is no such file or folder. FLEET or --folder …",
  "watch --check":
    "No source is set. SOURCES, SOURCES_FILE or a file beside the store names them; docs/sources.md says how.",
  "SOURCES_FILE=no.json watch --check":
    'SOURCES_FILE is "no.json": it cannot be read, as there is no such file or folder.',
  "alerts": "No receiver is set. ALERTS or a file beside the store names them; docs/alerts.md says how.",
  "ALERTS=no.json alerts": 'ALERTS is "no.json": it cannot be read, as there is no such file or folder.',
  "indexnow --check": "INDEXNOW_KEY is not set; docs/discovery.md says how.",
  "INDEXNOW_KEY=0123abcd-EF indexnow --check": "INDEXNOW_KEY needs a public BASE_URL, …",
  "INDEXNOW_KEY=short indexnow --check":
    'INDEXNOW_KEY is "short"; allowed is 8 to 128 of the characters a-z, A-Z, 0-9 and -.',
};

/** Calls that end with 2, since they wish for a choice or a yes. */
const WISHES: Readonly<Record<string, string>> = {
  "import ids.csv":
    '…id ("1" 2 times) is ignored so far. …\n    --map id=id  …\n    --ignore id  …Nothing was imported. …',
  "import ids.json": '…"Ann Lee, 2025-11-20" and "Ben May, 2025-11-20" become one review: their ids are equal, …',
  "import good.csv": '…\n  No source is named for 4 reviews: readers see "Tables of the business". --source NAME …',
  "review erase --author 'Ben May'": "2 reviews match. Which is meant?\n…\n  --all  …\nNothing was erased. …",
};

const filesIn = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).length;

Deno.test("a wrong call says what is wrong and what is allowed, and changes nothing", async () => {
  await using shop = await importWorkshop(FILES);
  await shop.imported("seed.json");
  const wrong: unknown[] = [];
  const before = [await shop.revision(), await filesIn(shop.folder)];
  for (const [call, message] of Object.entries({ ...CALLS, ...WISHES })) {
    const words = call.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
    const path = (word: string) => Object.hasOwn(FILES, word) ? shop.path(word) : word;
    const [variable = "", value = ""] = words[0]?.includes("=") ? words.shift()?.split("=") ?? [] : [];
    const [command = "", ...args] = words;
    const env = variable === "" ? {} : { [variable]: value };
    const { code, stderr } = await shop.runWith(env, command, ...args.map(path));
    const said = stderr.trimEnd().replaceAll(`${shop.folder}/`, "");
    const pattern = message.split("…").map(RegExp.escape).join("[^]*");
    if (code !== (call in WISHES ? 2 : 1) || !new RegExp(`^${pattern}$`).test(said)) wrong.push({ call, code, said });
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual([await shop.revision(), await filesIn(shop.folder)], before);
});

Deno.test("a command on a missing store says so in one line, and creates none", async () => {
  await using store = await tempStore();
  const stderr = `There is no store at ${store.kvPath}. Start the service once, or set KV_PATH to its file.\n`;
  const calls = [
    "hub list",
    "hub show abcd",
    "hub remove abcd",
    "hub replay --all",
    "hub stats",
    "review list",
    "insights",
  ];
  for (const call of calls) {
    const [command = "", ...args] = call.split(" ");
    assert.deepEqual(await runCli(command, args, store.kvPath), { code: 1, stdout: "", stderr }, call);
  }
  assert.deepEqual(await Array.fromAsync(Deno.readDir(store.folder)), []);
});
