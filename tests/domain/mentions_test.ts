import assert from "node:assert/strict";
import { inflectionsOf, mentionFinder, sharedNames } from "../../domain/mentions.ts";
import { rosterOf } from "../../domain/roster.ts";
import { testClaims } from "../support/claims.ts";
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

const findServices = mentionFinder([
  { key: "repair", names: ["Boiler repair", "AC repair"] },
  { key: "battery", names: ["Battery replacement", "new battery"] },
  { key: "cleaning", names: ["Drain cleaning"] },
  { key: "massage", names: ["Massage"] },
  { key: "wash", names: ["Car wash", "dry cleaning"] },
], inflectionsOf);

// The keys that a text mentions; `none` for none.
testClaims(`${import.meta.dirname}/../fixtures/claims/mentions.txt`, ({ expected, texts, setting: [of] }) => {
  for (const text of texts) {
    assert.equal((of === "services" ? findServices : find)(text).join(", ") || "none", expected, text);
    assert.deepEqual(mentionFinder([])(text), []);
  }
});

Deno.test("mentionFinder() lets a space in a name match a line break", () => {
  assert.deepEqual(find("a Water\nHeater"), ["heater"]);
});

Deno.test("sharedNames() gives the folded names that two candidates share", () => {
  assert.deepEqual(sharedNames([{ key: "a", names: ["Mike"] }, { key: "b", names: ["MÍKE", "Bo"] }]), ["mike"]);
  assert.deepEqual(sharedNames([{ key: "a", names: ["Mike", "mike"] }, { key: "b", names: ["Bo"] }]), []);
});

Deno.test("a service is found in the forms of its words, a person only as written", () => {
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
