import assert from "node:assert/strict";
import { csvDelimiter } from "../../../../cli/import/bytes/csv_records.ts";
import { DayOrderVotes } from "../../../../cli/import/cells/day_order.ts";
import languages from "../../../../cli/import/cells/language_words.json" with { type: "json" };
import { type DayRules, readDay } from "../../../../cli/import/cells/read_day.ts";
import { readFlag, readVisibility } from "../../../../cli/import/cells/read_flag.ts";
import { ABOVE_FIVE, readRating, readRecommendation } from "../../../../cli/import/cells/read_rating.ts";
import { originalText, readOriginal, readText, readUrl, titledText } from "../../../../cli/import/cells/read_text.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";
import { CsvColumns, CsvRow, foldedCell } from "../../../../cli/import/cells/source_row.ts";
import { testClaims } from "../../../support/claims.ts";

const RULES: DayRules = { lastDay: "2024-12-31", order: null, relativeTo: null };

/** What reads a value, by the first word of a setting; the others set its options. */
const READERS: Readonly<Record<string, (value: unknown, options: Readonly<Record<string, string>>) => unknown>> = {
  day: (value, options) => readDay(value, { ...RULES, ...options }),
  rating: (value, { scale, isFromZero }) => {
    const rating = readRating(value, scale === undefined ? null : Number(scale), isFromZero !== undefined);
    return rating === ABOVE_FIVE ? "above five" : shownRating(rating);
  },
  recommendation: (value) => shownRating(readRecommendation(value)),
  flag: (value, options) => readFlag(value, "default" in options),
  visibility: (value) => readVisibility(value),
  text: (value) => readText(value, 100),
  original: (value, options) => readOriginal(String(value), { ownIds: "ownIds" in options }, 500),
  translated: (value) => originalText(String(value)),
  titled: (value) => {
    const [title = null, text = null] = String(value).split(" // ").map((part) => part === "null" ? null : part);
    return titledText(title, text);
  },
  url: (value) => readUrl(value),
  delimiter: (value) => csvDelimiter(String(value)),
  order: (value) => {
    const votes = new DayOrderVotes("2024-06-30");
    for (const date of String(value).split(" ")) votes.see(date);
    const { isShown, isContradicted, order } = votes.decide();
    return isShown && !isContradicted ? order : "contradicted or not shown";
  },
};

function shownRating(rating: ReturnType<typeof readRecommendation>): unknown {
  if (rating instanceof ValueFault) return rating;
  const given = rating.given === null ? "" : ` of ${rating.given}`;
  return `${rating.stars}${rating.isRounded ? " rounded" : ""}${given}`;
}

/** Resolves the escapes of JSON in a text. */
const unescaped = (text: string): string => JSON.parse(`"${text.replaceAll('"', String.raw`\"`)}"`);

// Texts have the escapes of JSON. After `=` stands another value in JSON.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/cells.txt`, ({ expected, texts, setting }) => {
  const [name = "", ...options] = setting;
  const pairs = options.map((option) => option.split("=")).map(([key = "", value = ""]) => [key, value]);
  for (const text of texts) {
    const json = text.startsWith("=") ? unescaped(text.slice(1)) : null;
    const value = json === null ? unescaped(text) : json === "undefined" ? undefined : JSON.parse(json);
    const result = READERS[name]?.(value, Object.fromEntries(pairs));
    const message = `${setting.join(" ")} reads ${text} as ${result instanceof ValueFault ? result.allowed : result}`;
    if (!expected.startsWith("refused")) assert.equal(String(result), unescaped(expected), message);
    else assert.ok(result instanceof ValueFault && String(result.allowed).includes(expected.slice(8)), message);
  }
});

Deno.test("a date of a month, or one that is counted, says which part of it is named", () => {
  const named: string[] = [];
  const rules = { ...RULES, onCoarse: (precision: string) => void named.push(precision) };
  const months =
    "Feb 2024|February 2024|Februar 2024|févr. 2024|Date of stay: febrero de 2024|Feb-2024|2024-02|02/2024|2/2024";
  for (const value of months.split("|")) {
    assert.equal(readDay(value, rules), "2024-02-01", value);
    assert.deepEqual(named.splice(0), ["month"], value);
  }
  assert.equal(readDay("1 Feb 2024", rules), "2024-02-01");
  for (const value of ["a year ago", "vor 3 Wochen", "2 months ago", "2 days ago"]) {
    readDay(value, { ...rules, relativeTo: "2024-05-31" });
  }
  assert.deepEqual(named, ["year", "month", "month"]);
});

Deno.test("a time with a named zone keeps its day, one with an offset is counted; white space is of any kind", () => {
  const zones = ["AM IST", "AM CEST", "AM PST", "AM Pacific Time", "AM (IST)", "Uhr", "h"];
  for (const day of ["2024-05-01", "01.05.2024", "1/5/2024", "1 May 2024", "May 1, 2024", "mercredi 1 mai 2024"]) {
    const read = (time: string) => readDay(`${day} ${time}`, { ...RULES, order: "dmy" });
    for (const zone of zones) assert.equal(read(`08:56 ${zone}`), "2024-05-01", `${day} ${zone}`);
    for (const zone of ["-02:00", "-0200", "GMT-2", "UTC-02"]) {
      assert.equal(read(`11:30:11 pm ${zone}`), "2024-05-02", `${day} ${zone}`);
    }
  }
  const months = "2 months ago|vor 2 Monaten|il y a 2 mois|hace 2 meses|2 mesi fa|há 2 meses|2 meses atrás|" +
    "2 maanden geleden|Edited 2 months ago|Modifié il y a 2 mois";
  const days = "1 May 2024|1. Mai 2024|le 1er mai 2024|2024-05-01 10:11 AM|May 1, 2024, 9:05 PM";
  for (const space of ["\u00a0", "\u202f", "\u2009", "\t", "  "]) {
    for (const [texts, day] of [[months, "2024-03-16"], [days, "2024-05-01"]] as const) {
      for (const text of texts.replaceAll(" ", space).split("|")) {
        assert.equal(readDay(text, { ...RULES, relativeTo: "2024-05-31" }), day, JSON.stringify(text));
      }
    }
  }
  for (const value of ["8,5 / 10", "8,5\u00a0/\u00a010", "80\u202f%"]) {
    assert.equal(Object(readRating(value, null)).stars, 4, value);
  }
});

Deno.test("texts and addresses have a greatest length, and a rating is a number", () => {
  assert.equal(readText(` ${"x".repeat(1000)} `, 1000), "x".repeat(1000));
  const refused = [readText("x".repeat(1001), 1000), readUrl(`https://a.example/${"x".repeat(2048)}`)];
  assert.match(
    refused.map((fault) => fault instanceof ValueFault && fault.allowed).join(),
    /^at most 1,000 characters,(?!false)/,
  );
  assert.ok(readRating(NaN, null) instanceof ValueFault);
});

Deno.test("no cell word has two meanings, and all are stored folded", () => {
  for (const kind of ["months", "units", "recent", "flags", "states"] as const) {
    const meanings = new Map<string, number>();
    for (const words of Object.values(languages) as readonly Partial<typeof languages.en>[]) {
      for (const [meaning, group] of (words[kind] ?? "").split(",").entries()) {
        for (const word of group.split("|")) {
          assert.equal(foldedCell(word), word);
          assert.equal(meanings.get(word) ?? meaning, meaning, `${kind}: ${word}`);
          meanings.set(word, meaning);
        }
      }
    }
  }
});

Deno.test("dates that need an order are found", () => {
  const votes = new DayOrderVotes("2024-06-30");
  const needing = ["03/04/2024", "3/4/24", "13.04.2024", "2024-04-03", "", "soon"].filter((date) => votes.see(date));
  assert.deepEqual(needing, ["03/04/2024", "3/4/24"]);
});

Deno.test("columns are found whatever the case and the spaces of their names; those of one name are numbered", () => {
  const columns = new CsvColumns([" Review  ID ", "Review Stars"]);
  assert.deepEqual(["Review Id", "REVIEW STARS", "review", ""].map((name) => columns.index(name)), [0, 1, -1, -1]);
  assert.equal(columns.name(0), "Review  ID");
  const twins = new CsvColumns(["stars", "", "Stars", "date", "", "STARS"]);
  assert.deepEqual(["stars", "Stars 2", "stars 3"].map((name) => twins.index(name)), [0, 2, 5]);
  assert.deepEqual([twins.names, twins.count], [["stars", "Stars 2", "date", "STARS 3"], 6]);
});

Deno.test("a cell is the first value that is not empty, by its name in the file; missing cells are empty", () => {
  const row = new CsvRow(new CsvColumns(["Text", "Translated", "verified"]), { cells: [" ", "Good"], line: 2 });
  assert.deepEqual(row.cell(["text", "translated"]), { name: "Translated", value: "Good" });
  assert.deepEqual(row.cell(["text"]), { name: "Text", value: " " });
  assert.deepEqual(row.cell(["body", "words"]), { name: "body", value: undefined });
  assert.deepEqual(row.cell(["verified"]), { name: "verified", value: "" });
});
