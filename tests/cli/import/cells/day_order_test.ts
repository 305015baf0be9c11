import assert from "node:assert/strict";
import { DayOrderVotes } from "../../../../cli/import/cells/day_order.ts";

Deno.test("DayOrderVotes decides by numbers above 12, and else by two days in the future", () => {
  const cases: readonly (readonly [order: "dmy" | "mdy" | null, dates: string])[] = [
    ["dmy", "03/04/2024 13/04/2024"],
    ["mdy", "03/04/2024 04/13/2024"],
    // Contradictions: dates of one order alone among those of the other, or among two that it puts into the future.
    [null, "13/04/2024 04/13/2024 04/14/2024"],
    [null, "13/04/2024 05/07/2024 05/08/2024"],
    [null, "04/13/2024 07/05/2024 08/05/2024"],
    [null, "05/07/2024 05/08/2024 07/05/2024 08/05/2024"],
    ["dmy", "13/04/2024 05/07/2024"],
    // Neither order has the first two.
    ["mdy", "45/04/2024 46/04/2024 04/13/2024"],
    ["mdy", "05/01/2024 02/10/2024 03/11/24"],
    ["dmy", "10/02/2024 11/03/2024"],
    // One day in the future may be a slip, and these are in the future either way.
    [null, "02/03/2024 02/10/2024"],
    [null, "02/10/2024 03/11/2024 11/02/2024"],
    [null, "03/04/2025 05/06/2025"],
    // No order is needed if day and month are the same.
    ["dmy", "05/05/2024 06/06/2024"],
    [null, "05/05/2024 03/04/2024"],
  ];
  for (const [order, dates] of cases) {
    const votes = new DayOrderVotes("2024-06-30");
    for (const date of dates.split(" ")) votes.see(date);
    const decided = votes.decide();
    assert.equal(decided.isShown && !decided.isContradicted ? decided.order : null, order, dates);
  }
  const votes = new DayOrderVotes("2024-06-30");
  const needing = ["03/04/2024", "3/4/24", "13.04.2024", "2024-04-03", "", "soon"].filter((date) => votes.see(date));
  assert.deepEqual(needing, ["03/04/2024", "3/4/24"]);
});
