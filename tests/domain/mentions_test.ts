import assert from "node:assert/strict";
import { inflectionsOf, mentionFinder, sharedNames } from "../../domain/mentions.ts";
import { rosterOf } from "../../domain/roster.ts";
import { businessOf } from "../support/reviews/review_of.ts";

const PEOPLE = [
  { key: "Ana María Ruiz", names: ["Ana María Ruiz", "Ana María"] },
  { key: "Ana Petrov", names: ["Ana Petrov", "Ana"] },
  { key: "Daniel O'Neil", names: ["Daniel O'Neil", "Dan"] },
  { key: "田中", names: ["田中", "Tanaka"] },
];
const find = mentionFinder(PEOPLE);

Deno.test("mentionFinder() finds whole words in any case, with and without accents", () => {
  assert.deepEqual(find("DAN was great"), ["Daniel O'Neil"]);
  assert.deepEqual(find("ana maria ruiz came"), ["Ana María Ruiz"]);
  assert.deepEqual(find("Ana Mari\u0301a came"), ["Ana María Ruiz"]);
  assert.deepEqual(find("thanks, Dan's the man"), ["Daniel O'Neil"]);
  assert.deepEqual(find("daniel o’neil, on time"), ["Daniel O'Neil"]);
});

Deno.test("mentionFinder() does not find a name inside another word", () => {
  for (const text of ["Danger", "abundance", "Danny", "bananas", "Dan2", "sedan"]) {
    assert.deepEqual(find(text), [], text);
  }
});

Deno.test("mentionFinder() takes the longer of two names that fit the same words", () => {
  assert.deepEqual(find("Ana María fixed it"), ["Ana María Ruiz"]);
  assert.deepEqual(find("Ana fixed it, Ana María too"), ["Ana María Ruiz", "Ana Petrov"]);
});

Deno.test("mentionFinder() reports each once, in the declared order", () => {
  assert.deepEqual(find("Dan, then Ana, then Dan again"), ["Ana Petrov", "Daniel O'Neil"]);
});

Deno.test("mentionFinder() finds names beside scripts that join words", () => {
  assert.deepEqual(find("Danさんは親切でした"), ["Daniel O'Neil"]);
  assert.deepEqual(find("とても田中さん"), ["田中"]);
  assert.deepEqual(find("Dan이 왔어요"), ["Daniel O'Neil"]);
});

Deno.test("mentionFinder() lets a space in a name match a hyphen or a line break", () => {
  const services = mentionFinder([{ key: "water-heater", names: ["water heater"] }]);
  for (const text of ["the water-heater", "a Water\nHeater", "water  heater."]) {
    assert.deepEqual(services(text), ["water-heater"], text);
  }
  assert.deepEqual(services("waterheater"), []);
});

Deno.test("mentionFinder() takes names with characters that patterns use literally", () => {
  const find = mentionFinder([{ key: "ac", names: ["A/C", "(C+) [x].*"] }]);
  assert.deepEqual(find("the a/c broke"), ["ac"]);
  assert.deepEqual(find("a (c+) [x].* b"), ["ac"]);
  assert.deepEqual(find("abc"), []);
});

Deno.test("mentionFinder() finds nothing when there is nobody to find", () => {
  assert.deepEqual(mentionFinder([])("Dan"), []);
});

Deno.test("sharedNames() gives the folded names that two candidates share", () => {
  assert.deepEqual(sharedNames([{ key: "a", names: ["Mike"] }, { key: "b", names: ["MÍKE", "Bo"] }]), ["mike"]);
  assert.deepEqual(sharedNames([{ key: "a", names: ["Mike", "mike"] }, { key: "b", names: ["Bo"] }]), []);
});

Deno.test("mentionFinder() asks for boundaries of the names that have them alone", () => {
  assert.deepEqual(find("ask田中now"), ["田中"]);
  assert.deepEqual(find("askDannow, 田中Dan田中"), ["Daniel O'Neil", "田中"]);
  assert.deepEqual(find("askTanakanow"), []);
});

Deno.test("a service is found in the forms of its words, a person only as written", () => {
  const services = [
    { key: "repair", names: ["Boiler repair", "AC repair"] },
    { key: "battery", names: ["Battery replacement", "new battery"] },
    { key: "cleaning", names: ["Drain cleaning"] },
    { key: "massage", names: ["Massage"] },
    { key: "wash", names: ["Car wash", "dry cleaning"] },
  ];
  const find = mentionFinder(services, inflectionsOf);
  const cases: Readonly<Record<string, readonly string[]>> = {
    "They do boiler repairs and fit new batteries.": ["repair", "battery"],
    "Had the boiler repaired, and my drains cleaned.": ["repair", "cleaning"],
    "A dry-cleaned coat.": ["wash"],
    "Two car washes.": ["wash"],
    "Their massages!": ["massage"],
    "I messaged them, and the AC was repaired.": [],
    "He repaired it, the drain is clean.": [],
  };
  for (const [text, found] of Object.entries(cases)) assert.deepEqual(find(text), found, text);
  const roster = rosterOf(businessOf({
    technicians: [{ id: "mason", name: "Mason Field", aliases: [] }],
    services: [{ id: "repair", label: "Boiler repair", aliases: [] }],
    service_areas: [{ id: "field", label: "North Field", aliases: [] }],
  }));
  const text = "Mason Fields did boiler repairs in North Fields.";
  assert.deepEqual([roster.technicians(text), roster.services(text), roster.serviceAreas(text)], [[], ["repair"], []]);
});

Deno.test("a form that two services would share finds neither, and each is found as it is written", () => {
  const find = mentionFinder(
    [{ key: "one", names: ["window clean"] }, { key: "two", names: ["windows cleaned"] }],
    inflectionsOf,
  );
  assert.deepEqual([find("window clean"), find("windows cleaned"), find("window cleaned")], [["one"], ["two"], []]);
});

Deno.test("a form that two services share finds neither, whatever other names they have and in whatever order", () => {
  const servicing = { key: "servicing", names: ["Boiler servicing"] };
  const service = { key: "service", names: ["Boiler service", "Boiler services"] };
  for (const services of [[servicing, service], [service, servicing]]) {
    const find = mentionFinder(services, inflectionsOf);
    assert.deepEqual([find("The boiler serviced."), find("A boiler servicing.")], [[], ["servicing"]]);
  }
});
