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
  "hours.json": { name: "Acme", opening_hours: ["Mo-Fr 07:30-24:00", "Sa,Su", "Mo-Fr 25:00-26:00"] },
  "ambiguous.json": {
    name: "Acme",
    technicians: ["a", "b"].map((id) => ({ id, name: `Mike ${id}`, aliases: ["Mike"] })),
  },
  "taxonomy.json": {
    ...{ id: "pottery", version: 0, problems: [], topics: "none" },
    aspects: ["kiln", "kiln"].map((id) => ({ id, label: "Kiln", words: ["kiln", "!", "Kiln"] })),
  },
  "page.html": "<!doctype html><svg></svg>",
  "large.png": "x".repeat(1_000_001),
  "bad.json": [{ ...review("1", "Ann Lee"), rating: 9 }],
  "none.json": [],
  "long.json": [{ slack: `https://x.example/${"a".repeat(2000)}` }],
  "inline.json": "",
};
/**
 * Wrong calls, each with what its message says, where `…` stands for any text: those of `$` end with 1, those of `?`
 * with 2, since they wish for a choice or a yes. JSON in a call stands for the file `inline.json` with that content.
 */
const CALLS = Deno.readTextFileSync(`${import.meta.dirname}/../fixtures/wrong_calls.txt`).split(/^(?=[$?] )/m)
  .map((part) => part.trimEnd().split(/\n(?: {4})?/))
  .map(([line = "", ...message]) => ({
    exit: line[0] === "?" ? 2 : 1,
    call: line.slice(2),
    message: message.join("\n"),
  }));

const filesIn = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder))).length;

Deno.test("a wrong call says what is wrong and what is allowed, and changes nothing", async () => {
  await using shop = await importWorkshop(FILES);
  await shop.imported("seed.json");
  const wrong: unknown[] = [];
  const before = [await shop.revision(), await filesIn(shop.folder)];
  for (const { exit, call, message } of CALLS) {
    const [, inline] = /(?<=[ =])'([{[].*)'/.exec(call) ?? [];
    if (inline !== undefined) await Deno.writeTextFile(shop.path("inline.json"), inline);
    const words = call.replace(`'${inline}'`, "inline.json").match(/'[^']*'|\S+/g) ?? [];
    const path = (word: string) => Object.hasOwn(FILES, word) ? shop.path(word) : word;
    const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const variables = words.slice(0, at).map((word) => {
      const [name, value = ""] = word.split("=");
      return [name, path(value)];
    });
    const [command = "", ...args] = words.slice(at).map((word) => word.replaceAll("'", ""));
    const { code, stderr } = await shop.runWith(Object.fromEntries(variables), command, ...args.map(path));
    const said = stderr.trimEnd().replaceAll(`${shop.folder}/`, "");
    const pattern = message.split("…").map(RegExp.escape).join("[^]*");
    if (code !== exit || !new RegExp(`^${pattern}$`).test(said)) wrong.push({ call, code, said, message });
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual([await shop.revision(), await filesIn(shop.folder)], before);
});

Deno.test("a command on a missing store says so in one line, and creates none", async () => {
  await using store = await tempStore();
  const stderr = `There is no store at ${store.kvPath}. Start the service once, or set KV_PATH to its file.\n`;
  const calls = ["list", "show abcd", "remove abcd", "replay --all", "stats"].map((call) => `hub ${call}`);
  for (const call of [...calls, "review list", "insights"]) {
    const [command = "", ...args] = call.split(" ");
    assert.deepEqual(await runCli(command, args, store.kvPath), { code: 1, stdout: "", stderr }, call);
  }
  assert.deepEqual(await Array.fromAsync(Deno.readDir(store.folder)), []);
});
