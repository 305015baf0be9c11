import assert from "node:assert/strict";
import { ObjectRow } from "../../../../cli/import/cells/source_row.ts";
import type { PlaceFields } from "../../../../cli/import/formats/import_format.ts";
import { formatNamed } from "../../../../cli/import/formats/import_formats.ts";
import { readPlace } from "../../../../cli/import/reading/place_choice.ts";
import { BusinessFile } from "../../../../domain/business.ts";

const FIELDS = formatNamed("outscraper").place as PlaceFields;

Deno.test("readPlace() gives what a place tells in the shape of a business", () => {
  const place = readPlace(
    new ObjectRow({
      title: "Brightwater",
      website: "https://b.example",
      phone: "555",
      categoryName: "Plumber",
      street: "1 Sample Street",
      city: "Springfield",
      location: { lat: 39.8, lng: -89.6 },
    }, 1),
    formatNamed("apify").place as PlaceFields,
  );
  assert.deepEqual(place, {
    name: "Brightwater",
    url: "https://b.example",
    telephone: "555",
    category: "Plumber",
    address: { street_address: "1 Sample Street", locality: "Springfield" },
    geo: { latitude: 39.8, longitude: -89.6 },
  });
  assert.ok(BusinessFile.safeParse(place).success);
});

Deno.test("readPlace() leaves out what a business could not have", () => {
  const odd = { name: "B", site: "javascript:x", phone: 5, city: " ", latitude: 91, longitude: "east" };
  assert.deepEqual(readPlace(new ObjectRow(odd, 1), FIELDS), { name: "B" });
});

Deno.test("readPlace() returns nothing for a place without a name", () => {
  assert.equal(readPlace(new ObjectRow({ name: " ", city: "Springfield" }, 1), FIELDS), null);
});
