import assert from "node:assert/strict";
import type { Business } from "../../../../domain/business.ts";
import { sampleDataset } from "../../../../domain/dataset/sample_dataset.ts";
import { candidateTechnicians } from "../../../../domain/insights/candidates/candidate_technicians.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

/** Texts in which ordinary words occur in lower case often enough to be recognised as such. */
const ORDINARY = "when our great service was over the team and the price were fair, so thanks, please ask for it again";

function found(texts: readonly string[], business: Partial<Business> = {}, author = "Ada"): readonly string[] {
  const reviews = [ORDINARY, ...texts].map((text, at) => reviewOf({ native: String(at), author, text }));
  return candidateTechnicians(businessOf(business), reviews).map(({ name, reviews }) => `${name} ${reviews}`);
}

const MIKE = [
  "In the end Mike fixed it, and he was quick.",
  "A big thanks to Mike for the repair.",
  "Please ask for Mike.",
];

Deno.test("candidates are all technicians of the sample once its roster is empty, and nobody else", () => {
  const { business, reviews } = sampleDataset();
  const names = candidateTechnicians({ ...business, technicians: [] }, reviews).map(({ name }) => name);
  assert.deepEqual([...names].sort(), [
    "Denise Whitfield",
    "Gus Lindqvist",
    "Huy Tran",
    "Marcus Delgado",
    "Priya Raman",
    "Rafael Ibarra",
    "Terrence Boyd",
    "Tommy Kowalczyk",
  ]);
  assert.deepEqual(candidateTechnicians(business, reviews), []);
});

Deno.test("a candidate is in three reviews at least, however often one of them names it", () => {
  assert.deepEqual(found(MIKE), ["Mike 3"]);
  assert.deepEqual(found(MIKE.slice(1)), []);
  assert.deepEqual(found([MIKE.join(" "), MIKE[0] ?? ""]), []);
});

Deno.test("a candidate is found in each way in which people are named", () => {
  for (
    const text of [
      "we are so happy, thank you Mike!",
      "and our technician, Mike, knew all",
      "the plumber named Mike was on time",
      "that day Mike explained each step before he began",
      "and so big thanks to Joe & Mike",
      "that day Mike and Joe came early",
      "Thanks Mike, you are great",
      "then Mike, the electrician, came",
      "no less than Mike and his crew",
      "such a polite man, that Mike. He did it all",
      "so just request Mike, and ask for Mike",
    ]
  ) assert.deepEqual(found([text, ...MIKE.slice(1)]), ["Mike 3"], text);
});

Deno.test("a name counts once with its possessive, its initial and its surname", () => {
  assert.deepEqual(
    found([...MIKE, "and so Mike R. came, and he was great", "then Mike's helper came: thanks to Mike’s care"]),
    ["Mike 5"],
  );
  assert.deepEqual(found([...MIKE, "then Mike Rowe came", "when Mike R. came"]), ["Mike Rowe 5"]);
  assert.deepEqual(found([...MIKE, "then Mike Rowe came", "when Mike Hunt came"]), ["Mike 5"]);
  assert.deepEqual(found([...MIKE, "then Mike Rowe came", "when Mike T. came"]), ["Mike 5"]);
  assert.deepEqual(found([...MIKE, "then Mike Rowe came", "and with Mike I was glad"]), ["Mike Rowe 5"]);
  assert.deepEqual(found([...MIKE.slice(1), "thanks to Mike King Day"]), []);
});

Deno.test("a name of the roster, an alias, the business's own words and the author's name are no candidates", () => {
  const roster = (name: string, aliases: string[]) => ({ technicians: [{ id: "m", name, aliases }] });
  assert.deepEqual(found(MIKE, roster("Mike Rowe", [])), []);
  assert.deepEqual(found(MIKE, roster("Michael Rowe", ["Mike"])), []);
  assert.deepEqual(found(MIKE.map((text) => text.replace("Mike", "Ána")), roster("Ana", [])), []);
  assert.deepEqual(found(MIKE, { name: "Mike Heating" }), []);
  assert.deepEqual(found(MIKE, { services: [{ id: "s", label: "Mike wash", aliases: [] }] }), []);
  assert.deepEqual(found(MIKE, { service_areas: [{ id: "a", label: "Mike Hill", aliases: [] }] }), []);
  assert.deepEqual(found(MIKE, {}, "Mike S."), []);
  assert.deepEqual(found(MIKE.map((text) => text.replace("Mike", "Tuesday"))), []);
});

Deno.test("signatures, relatives and pets are no candidates", () => {
  for (
    const text of [
      "Great service. Thank you, Mike",
      "so my husband Mike was pleased, he said",
      "so our dog Mike was calm and he slept",
      "Hello, my name is Mike and he is happy",
    ]
  ) assert.deepEqual(found([...MIKE.slice(1), text]), [], text);
  for (const text of ["Great.\n\nMike", "Great, thanks.\n- Mike", "Great service. Best regards, Mike"]) {
    assert.deepEqual(found([...MIKE, text]), ["Mike 3"], text);
  }
});

Deno.test("brands, shops, places and companies that do things are no candidates", () => {
  const each = [
    ["so the Trane was replaced and he was glad", "and our old Trane failed", "a Trane was put in", "ask for Trane"],
    ["my Nest thermostat was set up", "thanks to Nest it works, he said", "the Nest failed", "please ask for Nest"],
    [
      "he lives in Boston",
      "the best in Boston, she said",
      "near Boston it was late",
      "thanks to Boston",
      "ask for Boston",
    ],
    [
      "then Comcast came and they left",
      "so Comcast told us their price",
      "well, Comcast said they would",
      "thanks to Comcast",
    ],
    ["so Sears came out late", "then Sears left", "and Sears was rude", "by Sears"],
    [
      "then Home Depot was slow and he left",
      "so Home Depot came, he said",
      "ask for Home Depot",
      "thanks to Home Depot",
    ],
  ];
  for (const texts of each) assert.deepEqual(found(texts), [], texts.join());
  const services = [{ id: "s", label: "Faucet repair", aliases: [] }];
  for (const text of ["and the Mike failed", "a shop in Mike", "one Mike unit is cold", "one Mike faucet drips"]) {
    assert.deepEqual(found([...MIKE, text], { services }), [], text);
  }
});

Deno.test("words at the beginning of sentences, in capitals, or in lower case elsewhere are no candidates", () => {
  const begins = [
    "Scheduling was easy and he came.",
    "Scheduling was quick, she came.",
    "Scheduling did work, he came.",
  ];
  assert.deepEqual(found(begins), []);
  assert.deepEqual(found(MIKE.map((text) => text.toUpperCase())), []);
  const titles = [
    "Thanks To The Great Team He Was",
    "Our Technician Great Team Was",
    "So Then Great He Was",
    "ask for Great",
  ];
  assert.deepEqual(found(titles), []);
  assert.deepEqual(found(MIKE.map((text) => text.replace("Mike", "Both"))), []);
  const bill = MIKE.map((text) => text.replace("Mike", "Bill"));
  assert.deepEqual(found(bill), ["Bill 3"]);
  assert.deepEqual(found([...bill, "the bill came again, and a bill is due"]), []);
  assert.deepEqual(found([...MIKE, ...MIKE, "mike again"]), ["Mike 6"]);
});

Deno.test("the example of a candidate is the newest review that shows a person, and where it names it", () => {
  const reviews = ["so it was done by Mike", ...MIKE].map((text, at) => reviewOf({ native: String(at), text }));
  const [candidate] = candidateTechnicians(businessOf(), reviews);
  assert.equal(candidate?.example.review, reviews[1]);
  assert.equal(candidate?.example.offset, "In the end ".length);
});

Deno.test("candidates are found in linear time, however long and odd the texts", () => {
  const pieces = [
    "Mike ",
    "Mike, ",
    "Mike and ",
    "A ",
    "A",
    "thanks ",
    "the tech ",
    "Mike's ",
    "-A",
    "\u0301",
    "Mike. He ",
    "\n",
  ];
  const reviews = pieces.map((piece, at) =>
    reviewOf({ native: String(at), text: piece.repeat(Math.floor(100_000 / piece.length)) })
  );
  const before = performance.now();
  candidateTechnicians(businessOf(), reviews);
  // Measured: 0.3 s. Anything quadratic in the number of words would take minutes.
  assert.ok(performance.now() - before < 10_000);
});
