import assert from "node:assert/strict";
import { ImportFileError } from "../../../../cli/import/bytes/import_file_error.ts";
import { DayOrderVotes } from "../../../../cli/import/cells/read_day.ts";

function orderOf(...dates: string[]): string {
  const votes = new DayOrderVotes("2024-06-30");
  for (const date of dates) votes.see(date);
  return votes.decide("reviews.csv");
}

Deno.test("DayOrderVotes decides by any number above 12", () => {
  assert.equal(orderOf("03/04/2024", "13/04/2024"), "dmy");
  assert.equal(orderOf("03/04/2024", "04/13/2024"), "mdy");
});

Deno.test("DayOrderVotes takes the more frequent order of a file that has both", () => {
  assert.equal(orderOf("13/04/2024", "04/13/2024", "04/14/2024"), "mdy");
  assert.equal(orderOf("13/04/2024", "04/13/2024", "14/04/2024"), "dmy");
});

Deno.test("DayOrderVotes ignores dates that exist in neither order", () => {
  assert.equal(orderOf("45/04/2024", "46/04/2024", "04/13/2024"), "mdy");
});

Deno.test("DayOrderVotes takes two days in the future for evidence of the other order, and one for a slip", () => {
  assert.equal(orderOf("05/01/2024", "02/10/2024", "03/11/24"), "mdy");
  assert.equal(orderOf("10/02/2024", "11/03/2024"), "dmy");
  for (const dates of [["02/03/2024", "02/10/2024"], ["02/10/2024", "03/11/2024", "11/02/2024"]]) {
    assert.throws(() => orderOf(...dates), /give --date-order/, dates.join());
  }
  assert.throws(() => orderOf("03/04/2025", "05/06/2025"), /give --date-order/, "in the future both ways");
});

Deno.test("DayOrderVotes asks for the order when no date shows it", () => {
  assert.throws(() => orderOf("05/05/2024", "03/04/2024"), (error: unknown) => {
    assert.ok(error instanceof ImportFileError);
    assert.equal(
      error.message,
      "reviews.csv does not show whether its dates are day/month or month/day " +
        "(such as 03/04/2024): give --date-order dmy or --date-order mdy.",
    );
    return true;
  });
});

Deno.test("DayOrderVotes needs no order for dates whose day and month are the same", () => {
  assert.equal(orderOf("05/05/2024", "06/06/2024"), "dmy");
});

Deno.test("DayOrderVotes.see() says whether a date needs the order", () => {
  const votes = new DayOrderVotes("2024-06-30");
  assert.deepEqual(["03/04/2024", "3/4/24", "13.04.2024", "2024-04-03", "", "soon"].map((date) => votes.see(date)), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
