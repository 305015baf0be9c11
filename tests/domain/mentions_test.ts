import assert from "node:assert/strict";
import { inflectionsOf, mentionFinder, sharedNames } from "../../domain/mentions.ts";
import { rosterOf } from "../../domain/roster.ts";
import { businessOf } from "../support/reviews/review_of.ts";

const NAMES = [
  { key: "Ana María Ruiz", names: ["Ana María Ruiz", "Ana María"] },
  { key: "Ana Petrov", names: ["Ana Petrov", "Ana"] },
  { key: "Daniel O'Neil", names: ["Daniel O'Neil", "Dan"] },
  { key: "田中", names: ["田中", "Tanaka"] },
  { key: "heater", names: ["water heater"] },
  { key: "ac", names: ["A/C", "(C+) [x].*"] },
];
const find = mentionFinder(NAMES);

/** Claim, texts, and what each of them mentions. */
const CASES: readonly (readonly [claim: string, texts: Readonly<Record<string, readonly string[]>>])[] = [
  ["finds whole words in any case, with and without accents", {
    "DAN was great": ["Daniel O'Neil"],
    "ana maria ruiz came": ["Ana María Ruiz"],
    "Ana Mari\u0301a came": ["Ana María Ruiz"],
    "thanks, Dan's the man": ["Daniel O'Neil"],
    "daniel o’neil, on time": ["Daniel O'Neil"],
  }],
  ["does not find a name inside another word", { "Danger, abundance": [], "Danny, bananas, Dan2, sedan": [] }],
  ["takes the longer of two names that fit the same words", {
    "Ana María fixed it": ["Ana María Ruiz"],
    "Ana fixed it, Ana María too": ["Ana María Ruiz", "Ana Petrov"],
  }],
  ["reports each once, in the declared order", { "Dan, then Ana, then Dan again": ["Ana Petrov", "Daniel O'Neil"] }],
  ["finds names beside scripts that join words", {
    "Danさんは親切でした": ["Daniel O'Neil"],
    "とても田中さん": ["田中"],
    "Dan이 왔어요": ["Daniel O'Neil"],
  }],
  ["asks for boundaries of the names that have them alone", {
    "ask田中now": ["田中"],
    "askDannow, 田中Dan田中": ["Daniel O'Neil", "田中"],
    "askTanakanow": [],
  }],
  ["lets a space in a name match a hyphen or a line break", {
    "the water-heater": ["heater"],
    "a Water\nHeater": ["heater"],
    "water  heater.": ["heater"],
    "waterheater": [],
  }],
  ["takes characters that patterns use literally", { "the a/c broke": ["ac"], "a (c+) [x].* b": ["ac"], "abc": [] }],
];

for (const [claim, texts] of CASES) {
  Deno.test(`mentionFinder() ${claim}`, () => {
    for (const [text, found] of Object.entries(texts)) assert.deepEqual(find(text), found, text);
    assert.deepEqual(mentionFinder([])(Object.keys(texts).join()), []);
  });
}

Deno.test("sharedNames() gives the folded names that two candidates share", () => {
  assert.deepEqual(sharedNames([{ key: "a", names: ["Mike"] }, { key: "b", names: ["MÍKE", "Bo"] }]), ["mike"]);
  assert.deepEqual(sharedNames([{ key: "a", names: ["Mike", "mike"] }, { key: "b", names: ["Bo"] }]), []);
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

Deno.test("a form that two services share finds neither, whatever other names they have and in whatever order", () => {
  const windows = [{ key: "one", names: ["window clean"] }, { key: "two", names: ["windows cleaned"] }];
  const texts = ["window clean", "windows cleaned", "window cleaned"];
  assert.deepEqual(texts.map(mentionFinder(windows, inflectionsOf)), [["one"], ["two"], []]);
  const servicing = { key: "servicing", names: ["Boiler servicing"] };
  const service = { key: "service", names: ["Boiler service", "Boiler services"] };
  for (const services of [[servicing, service], [service, servicing]]) {
    const find = mentionFinder(services, inflectionsOf);
    assert.deepEqual([find("The boiler serviced."), find("A boiler servicing.")], [[], ["servicing"]]);
  }
});
