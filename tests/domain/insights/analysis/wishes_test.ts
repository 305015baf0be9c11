import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const inCare = saidUnder(builtInTaxonomy("health_care"));
const inCareByRules = saidByRules(builtInTaxonomy("health_care"));
const atHome = saidByRules();

Deno.test("a comment that is a wish is criticism, whatever the stars", () => {
  for (
    const [text, aspect] of [
      ["Listened more.", "being_listened_to"],
      ["Answer the phone quicker", "appointments_and_access"],
      ["Answered the phone sooner.", "appointments_and_access"],
      ["More staff", "staffing"],
      ["Better parking", "transport_and_facilities"],
      ["Smoother transport.", "transport_and_facilities"],
      ["Be more friendly", "kindness"],
      ["Respect the patient.", "dignity_and_respect"],
      ["Maybe explain it a bit more.", "information_and_advice"],
      ["Not give me the wrong medication.", "treatment_quality"],
      ["Treat people like me with respect.", "dignity_and_respect"],
      ["Getting the ambulance to arrive more quickly.", "waiting_time"],
    ] as const
  ) for (const rating of [1, 3, 5]) assert.equal(inCare(text, rating).aspects[aspect], "negative", text);
  for (const text of ["Quicker response next time please", "Call back sooner."]) {
    for (const rating of [3, 5]) assert.equal(atHome(text, rating).aspects.responsiveness, "negative", text);
  }
});

Deno.test("no part of a wish is praise, whatever good it names", () => {
  for (const text of ["Not keep me on hold", "Provide the right care.", "Listen to us, be kinder."]) {
    assert.ok(!Object.values(inCare(text, 5).aspects).includes("positive"), text);
  }
});

Deno.test("praise without a subject, advice to readers and what got better are no wishes", () => {
  for (
    const [text, aspect] of [
      ["Listened to me and explained everything.", "being_listened_to"],
      ["Listen very well.", "being_listened_to"],
      ["Keep up the good work, friendly staff.", "kindness"],
      ["Not rushed at all, very kind.", "kindness"],
      ["More than happy with the kind staff.", "kindness"],
      ["Staff are friendly and need to be thanked.", "kindness"],
      ["To be honest, they were kind.", "kindness"],
      ["Provide excellent care.", "treatment_quality"],
      ["Did not have to wait very long.", "waiting_time"],
      ["I only waited for 15 minutes.", "waiting_time"],
      ["Listening to what I had to say.", "being_listened_to"],
    ] as const
  ) assert.equal(inCareByRules(text, 4).aspects[aspect], "positive", text);
  for (const text of ["My back got better.", "Let me tell you, kind staff.", "All you need to know is explained."]) {
    assert.ok(!Object.values(inCareByRules(text, 4).aspects).includes("negative"), text);
  }
});
