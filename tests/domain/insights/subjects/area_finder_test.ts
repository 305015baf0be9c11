import { fc, runs } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { areaFinder } from "../../../../domain/insights/subjects/area_finder.ts";
import { rosterOf } from "../../../../domain/roster.ts";
import { awkwardText, businessOf } from "../../../support/reviews/review_of.ts";

Deno.test("areaFinder() finds what the roster finds, in any text, for any names", () => {
  const name = fc.constantFrom("Old Town", "ab", "A-b", "'b'", "Ünter", "9", "配管", "St. Mary's", "b.a");
  const text = fc.array(fc.oneof(awkwardText, name, fc.constantFrom(" ", "OLD  TOWN", "old-town", "Unter", "Towns")))
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 4 }), text, (names, text) => {
      const business = businessOf({
        service_areas: names.map((label, index) => ({ id: `area-${index}`, label, aliases: [] })),
      });
      assert.deepEqual(areaFinder(business)(text), rosterOf(business).serviceAreas(text));
    }),
    runs(500),
  );
});

Deno.test("names are found in words with accents of their own, wide letters and letters of two code units", () => {
  const find = areaFinder(businessOf({ service_areas: [{ id: "area", label: "Zurich", aliases: [] }] }));
  for (const text of ["in Zu\u0308rich", "in Zürich", "in Ｚurich", "in Zu\u{1d42b}ich", "🙂 Züri, Zu\u0308rich 🙂"]) {
    assert.deepEqual(find(text), ["area"], text);
  }
  for (const text of ["in Zürichs", "в Цюрихе 🙂", "in Zu\u0308ric"]) assert.deepEqual(find(text), [], text);
});
