import assert from "node:assert/strict";
import { telephoneLink } from "../../../routes/pages/parts/contact.ts";
import { linksOf, readPage, textsOf } from "../../support/pages/read_page.ts";
import { businessOf } from "../../support/reviews/review_of.ts";
import { sampleApp } from "../../support/service/test_app.ts";

Deno.test("an address is written as its country writes it, and reviews are written where the business says", async () => {
  const base = { street_address: "Markt 4", locality: "Hall", region: "Tirol", postal_code: "6060" };
  const shown = async (country: string) => {
    const business = businessOf({
      address: { ...base, country },
      review_links: [{ label: "Google", url: "https://g.example/write" }],
    });
    const { document } = await readPage(sampleApp({ business }), "/");
    assert.deepEqual(linksOf(document, ".actions a[rel]").slice(-1), ["https://g.example/write"]);
    return document.querySelector(".facts dd")?.innerHTML.replaceAll(/<br>/g, "|").replaceAll(/<[^>]+>/g, "");
  };
  assert.equal(await shown("AT"), "Markt 4|6060 Hall|Austria|");
  assert.equal(await shown("US"), "Markt 4|Hall, Tirol 6060|United States|");
  assert.equal(await shown("GB"), "Markt 4|Hall|Tirol|6060|United Kingdom|");
  for (const name of ["Germany", "deutschland", "Allemagne", "Alemania"]) {
    assert.match(await shown(name) ?? "", /\|6060 Hall\|/, name);
  }
  assert.equal(await shown("IT"), "Markt 4|6060 Hall, Tirol|Italy|");
});

Deno.test("a clear telephone number becomes a link, and an ambiguous one does not", async () => {
  const called: Readonly<Record<string, string | undefined>> = {
    "+1-419-555-0147": "tel:+14195550147",
    "(419) 555-0147": "tel:4195550147",
    "+49 (0)30 123456": "tel:+4930123456",
    "020 7946 0018 ext. 12": "tel:02079460018;ext=12",
    "1-800-FLOWERS": "tel:18003569377",
    "555 0100 or 555 0101": undefined,
    "ask at the desk": undefined,
  };
  for (const [telephone, address] of Object.entries(called)) {
    assert.equal(telephoneLink(telephone), address ?? null, telephone);
  }
  const business = businessOf({ telephone: "555 0100 or 555 0101" });
  const { document } = await readPage(sampleApp({ business, reviews: [] }), "/");
  assert.deepEqual(linksOf(document, "a[href^=tel]"), []);
  assert.deepEqual(textsOf(document, ".facts dd"), ["555 0100 or 555 0101"]);
});
