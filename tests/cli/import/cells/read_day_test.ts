import assert from "node:assert/strict";
import { type DayRules, readDay } from "../../../../cli/import/cells/read_day.ts";
import { ValueFault } from "../../../../cli/import/cells/value_fault.ts";

const RULES: DayRules = { lastDay: "2024-12-31", order: null, epoch: false };

function assertRefused(value: unknown, rules: DayRules, allowed: RegExp): void {
  const result = readDay(value, rules);
  assert.ok(result instanceof ValueFault, `${value} was read as ${result}`);
  assert.match(result.allowed, allowed);
}

Deno.test("readDay() gives the day in UTC of a point in time with an offset", () => {
  assert.equal(readDay("2024-05-01T23:30:00.123456789Z", RULES), "2024-05-01");
  assert.equal(readDay("2024-05-01T23:30:00-02:00", RULES), "2024-05-02");
  assert.equal(readDay("2024-03-01T00:30:00+01:00", RULES), "2024-02-29");
  assert.equal(readDay("2024-03-01 00:30:00 +0545", RULES), "2024-02-29");
  assert.equal(readDay("2016-12-31T23:59:60Z", RULES), "2016-12-31");
});

Deno.test("readDay() keeps the day of a date or of a time without an offset", () => {
  for (const time of ["", "T10:11", " 10:11:12", " 23:59:59 UTC", "T23:59:59.5", " 10:11 GMT"]) {
    assert.equal(readDay(`2024-05-01${time}`, RULES), "2024-05-01", time);
  }
  assert.equal(readDay(" 2024/05/01 ", RULES), "2024-05-01");
});

Deno.test("readDay() refuses relative dates, months in words, odd tails and two-digit years", () => {
  const wrong = ["2 months ago", "yesterday", "May 1, 2024", "2024-05-01 or so", "2024-05", "2024-5-1", "01/05/24"];
  for (const value of [...wrong, "2024-05-01 25:00", "2024-05-01 10:61", "", null, undefined, 20240501, {}]) {
    assertRefused(value, RULES, /^a calendar date such as/);
  }
  assertRefused("01/05/24", { ...RULES, order: "dmy" }, /^a calendar date such as/);
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
  assertRefused("2024-12-31T23:30:00-01:00", RULES, /not in the future/);
});

Deno.test("readDay() reads numeric dates in the given order and refuses those of the other", () => {
  assert.equal(readDay("03/04/2024", { ...RULES, order: "dmy" }), "2024-04-03");
  assert.equal(readDay("03/04/2024", { ...RULES, order: "mdy" }), "2024-03-04");
  assert.equal(readDay("3.4.2024, 9:05 PM", { ...RULES, order: "dmy" }), "2024-04-03");
  assert.equal(readDay("03-04-2024 10:11:12 UTC", { ...RULES, order: "mdy" }), "2024-03-04");
  assertRefused("04/13/2024", { ...RULES, order: "dmy" }, /day\/month\/year/);
  assertRefused("13/04/2024", { ...RULES, order: "mdy" }, /month\/day\/year/);
  assertRefused("03/04/2024", RULES, /^a calendar date/);
  assertRefused("03/04-2024", { ...RULES, order: "dmy" }, /^a calendar date/);
});

Deno.test("readDay() reads seconds since 1970 only where the format has them", () => {
  const rules = { ...RULES, epoch: true };
  assert.equal(readDay(1709335815, rules), "2024-03-01");
  assert.equal(readDay("1709335815", rules), "2024-03-01");
  assertRefused(1709335815, RULES, /^a calendar date/);
  assertRefused(1709335815000, rules, /^a calendar date/);
});
