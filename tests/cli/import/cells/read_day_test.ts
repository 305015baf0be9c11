import assert from "node:assert/strict";
import { type DayRules, readDay } from "../../../../cli/import/cells/read_day.ts";
import { ValueFault } from "../../../../cli/import/cells/row_reader.ts";

const RULES: DayRules = { lastDay: "2024-12-31", order: null, relativeTo: null };

function assertRefused(value: unknown, rules: DayRules, allowed: RegExp): void {
  const result = readDay(value, rules);
  assert.ok(result instanceof ValueFault, `${value} was read as ${result}`);
  assert.match(String(result.allowed), allowed);
}

/** Asserts that each text, separated by `|`, is read as this day. */
function assertDay(day: string, texts: string, rules = RULES): void {
  for (const text of texts.split("|")) assert.equal(readDay(text, rules), day, JSON.stringify(text));
}

Deno.test("readDay() gives the day in UTC of a point in time with an offset", () => {
  assertDay("2024-05-01", "2024-05-01T23:30:00.123456789Z|2024-05-01 12:30 PM -02:00");
  assertDay("2024-05-02", "2024-05-01T23:30:00-02:00|2024-05-01T20:45:00-03:30");
  assertDay("2024-05-02", "2024-05-01 23:30:00 -0200|2024-05-01T23:30:00 GMT-02:00");
  assertDay("2024-02-29", "2024-03-01T00:30:00+01:00|2024-03-01 00:30:00 +0545");
  assertDay("2016-12-31", "2016-12-31T23:59:60Z");
  assertDay("2024-04-30", "2024-05-01 12:30 AM +01:00");
});

Deno.test("readDay() keeps the day of a date or of a time without an offset", () => {
  for (const time of ["", "T10:11", " 10:11:12", " 23:59:59 UTC", "T23:59:59.5", " 10:11 GMT"]) {
    assertDay("2024-05-01", `2024-05-01${time}`);
  }
  assertDay(
    "2024-05-01",
    " 2024/05/01 |2024-5-1|2024/5/01|2024-05-01 9:05 PM|2024-05-01 10:11:12 EST|Reviewed on 1 May 2024",
  );
  assertDay("2024-05-01", "May 1, 2024|1 May 2024|1-May-2024|01 May, 2024|Wednesday, May 1, 2024|May 1st, 2024");
  assertDay("2024-05-01", "Wed, 01 May 2024 10:11:12 GMT|Wed May 01 2024 10:11:12 GMT+0100|May 1, 2024 at 9:05 PM");
  assertDay("2024-05-01", "2024-05-01 10:11:12+00");
});

Deno.test("readDay() reads the months of other languages, with accents or without", () => {
  assertDay("2024-01-08", "8 de enero de 2024|lunes, 8 de enero de 2024|8 ene. 2024|8 ene 2024, 10:11|enero 8, 2024");
  assertDay("2024-01-08", "8. Januar 2024|Montag, 8. Januar 2024|08. Jan. 2024 10:11|8 Jänner 2024|8 januari 2024");
  assertDay("2024-01-08", "8 janvier 2024|lundi 8 janvier 2024 à 10h11|8 janv. 2024|8 JANVIER 2024|8-ene-2024");
  assertDay("2024-01-08", "8 gennaio 2024|8 gen 2024|lunedì 8 gennaio 2024|8 de janeiro de 2024|8 de jan. de 2024");
  assertDay("2024-01-08", "Bewertet am 8. Januar 2024");
  assertDay("2024-08-01", "1er août 2024|1 aout 2024|1. August 2024|1º de agosto de 2024|1 ago 2024");
  assertDay(
    "2024-03-02",
    "2. März 2024|2. M\u0061\u0308rz 2024|2 mars 2024|2 marzo 2024|2 de março de 2024|2 mrt. 2024",
  );
  assertDay("2024-07-03", "3 juillet 2024|3 juil. 2024|3 luglio 2024|3 de julio del 2024|3. Juli 2024");
  assertDay("2024-06-03", "3 juin 2024|3 giugno 2024|3 jun 2024|3 czerwca 2024|2024年6月3日");
  for (const text of ["8 de fiesta de 2024", "8 juillet", "8 sept cents 2024", "30 de febrero"]) {
    assertRefused(text, RULES, /^a calendar date such as/);
  }
  assertRefused("30 de febrero de 2024", RULES, /^a day that exists$/);
});

Deno.test("readDay() refuses odd tails, and days without a year", () => {
  const wrong = ["2024-05-01 or so", "May 24", "24-05-01", "5.2024", "1250.10", "soon", "20240501"];
  for (const value of [...wrong, "2024-05-01 25:00", "2024-05-01 10:61", "", null, undefined, 20240501, 5.2024, {}]) {
    assertRefused(value, RULES, /^a calendar date such as/);
  }
});

Deno.test("readDay() reads the day numbers of spreadsheets", () => {
  assertDay("2024-03-05", "45356|45356.75|45356,5");
  assert.equal(readDay(45356, RULES), "2024-03-05");
  assertRefused("12345", RULES, /^a day from 1995 on$/);
  assertRefused("99999", RULES, /not in the future/);
});

Deno.test("readDay() takes dots for day first, and years of two digits for those of this century", () => {
  for (const order of [null, "dmy", "mdy"] as const) {
    const rules = { ...RULES, order };
    assertDay("2024-04-01", "01.04.2024|1.4.24|01. 04. 2024|01.04.2024 um 08:56 Uhr|01.04.24 - 08:56|1-Apr-24", rules);
  }
  assertDay("2024-04-01", "4/1/24", { ...RULES, order: "mdy" });
  assertRefused("04.13.2024", { ...RULES, order: "mdy" }, /day\/month\/year/);
  assertRefused("01.04.99", RULES, /not in the future/);
});

Deno.test("readDay() takes the first of a month that names no day, and says which part of a date is named", () => {
  const named: string[] = [];
  const rules = { ...RULES, onCoarse: (precision: string) => void named.push(precision) };
  const months =
    "Feb 2024|February 2024|Februar 2024|févr. 2024|Date of stay: febrero de 2024|Feb-2024|2024-02|02/2024|2/2024";
  for (const [at, value] of months.split("|").entries()) {
    assertDay("2024-02-01", value, rules);
    assert.equal(named.length, at + 1, value);
  }
  assertDay("2024-02-01", "1 Feb 2024", rules);
  assert.deepEqual(new Set(named.splice(0)), new Set(["month"]));
  for (const value of ["a year ago", "vor 3 Wochen", "2 months ago", "2 days ago"]) {
    readDay(value, { ...rules, relativeTo: "2024-05-31" });
  }
  assert.deepEqual(named, ["year", "month", "month"]);
});

Deno.test("readDay() keeps the day of a time whose zone has a name, and counts one with an offset in every form", () => {
  const zones = ["IST", "CEST", "PST", "Pacific Time", "(IST)", "Uhr", "h"];
  for (const day of ["2024-05-01", "01.05.2024", "1/5/2024", "1 May 2024", "May 1, 2024", "mercredi 1 mai 2024"]) {
    for (const zone of zones) {
      const value = `${day} 08:56 ${zone === "Uhr" || zone === "h" ? zone : `AM ${zone}`}`;
      assert.equal(readDay(value, { ...RULES, order: "dmy" }), "2024-05-01", value);
    }
    for (const zone of ["-02:00", "-0200", "GMT-2", "UTC-02"]) {
      const value = `${day} 11:30:11 pm ${zone}`;
      assert.equal(readDay(value, { ...RULES, order: "dmy" }), "2024-05-02", value);
    }
  }
});

Deno.test("readDay() counts relative dates from a day that is named, and refuses them without one", () => {
  const rules = { ...RULES, relativeTo: "2024-05-31" };
  assertDay("2023-11-15", "6 months ago|hace 6 meses|há 6 meses", rules);
  assertDay("2024-04-15", "a month ago|vor einem Monat", rules);
  assertDay("2022-11-30", "a year ago|Hace un año", rules);
  assertDay("2024-05-14", "2 weeks ago|vor 2 Wochen|2 settimane fa", rules);
  assertDay("2024-05-28", "3 days ago|il y a 3 jours|3 dagen geleden", rules);
  assertDay("2024-05-30", "yesterday|gestern um 10:11|gestern", rules);
  assertDay("2024-05-31", "Edited an hour ago", rules);
  // Every kind of white space is read, and what is invisible is left out.
  const months = "2 months ago|vor 2 Monaten|il y a 2 mois|hace 2 meses|2 mesi fa|há 2 meses|2 meses atrás|" +
    "2 maanden geleden|Edited 2 months ago|Modifié il y a 2 mois";
  const day = "1 May 2024|1. Mai 2024|le 1er mai 2024|2024-05-01 10:11 AM|May 1, 2024, 9:05 PM";
  for (const space of ["\u00a0", "\u202f", "\u2009", "\t", "  "]) {
    assertDay("2024-03-16", months.replaceAll(" ", space), rules);
    assertDay("2024-05-01", day.replaceAll(" ", space), rules);
  }
  assertDay("2024-05-01", "\u200e5/\u200e1/\u200e2024", { ...RULES, order: "mdy" });
  assertRefused("6 months ago", RULES, /--relative-to with the day of the export$/);
  for (const future of ["in 6 months", "6 months", "un mes", "5 stars ago"]) {
    assertRefused(future, rules, /^a calendar date/);
  }
  assertRefused("many moons ago", rules, /^a calendar date such as 2024-05-31$/);
});

Deno.test("readDay() refuses days that do not exist", () => {
  for (const value of ["2023-02-29", "2024-02-30T10:00:00+01:00", "2024-13-01", "2024/00/10"]) {
    assertRefused(value, RULES, /^a day that exists$/);
  }
  assertRefused("31/04/2024", { ...RULES, order: "dmy" }, /^a day that exists$/);
});

Deno.test("readDay() accepts the last day and refuses the one after it", () => {
  assert.equal(readDay("2024-12-31", RULES), "2024-12-31");
  assertRefused("2025-01-01", RULES, /not in the future/);
  assert.equal(readDay("1995-01-01", RULES), "1995-01-01");
  for (const early of ["1994-12-31", "30.12.1899", "1899-12-30 00:00:00", "1970-01-01T00:00:00Z"]) {
    assertRefused(early, RULES, /^a day from 1995 on$/);
  }
  assertRefused("2024-12-31T23:30:00-01:00", RULES, /not in the future/);
});

Deno.test("readDay() reads numeric dates in the given order and refuses those of the other", () => {
  assert.equal(readDay("03/04/2024", { ...RULES, order: "dmy" }), "2024-04-03");
  assert.equal(readDay("03/04/2024", { ...RULES, order: "mdy" }), "2024-03-04");
  assert.equal(readDay("03-04-2024 10:11:12 UTC", { ...RULES, order: "mdy" }), "2024-03-04");
  assertRefused("04/13/2024", { ...RULES, order: "dmy" }, /day\/month\/year/);
  assertRefused("13/04/2024", { ...RULES, order: "mdy" }, /month\/day\/year/);
  assertRefused("03/04/2024", RULES, /^a calendar date/);
  assertRefused("03/04-2024", { ...RULES, order: "dmy" }, /^a calendar date/);
});

Deno.test("readDay() reads seconds and milliseconds since 1970", () => {
  for (const value of [1709335815, "1709335815", 1709335815000, "1709335815000", "1709335815.25"]) {
    assert.equal(readDay(value, RULES), "2024-03-01", String(value));
  }
  assertRefused(17093358, RULES, /^a calendar date/);
  assertRefused("9999999999", RULES, /not in the future/);
});
