import assert from "node:assert/strict";
import { reviewOf } from "../reviews/review_of.ts";
import { importWorkshop } from "./import_reading.ts";

/** The review of the first revision of {@linkcode historyShop}; the second one changes its stars to 4. */
export const ANN = reviewOf({ native: "ann", author: "Ann", date: "2026-05-03", text: "Quick." });
/** The review that the second revision adds. */
export const BEN = reviewOf({ native: "ben", author: "Ben", date: "2026-05-02", text: "Late." });

/** A store with two revisions, and the command `history` on it. */
export async function historyShop() {
  const shop = await importWorkshop({
    "one.json": [ANN],
    "two.json": [{ ...ANN, rating: 4 }, BEN],
    "business.json": { name: "Acme Heating" },
  });
  await shop.imported("one.json", "--business", "business.json");
  assert.match(await shop.imported("two.json", "--replace-all", "--yes"), /1 new, 1 changed/);
  return {
    ...shop,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
    history: (...args: string[]) => shop.run("history", ...args),
  };
}
