import assert from "node:assert/strict";
import { PARK, saidByRules } from "../../../support/insights/said_of.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";

const atHome = saidByRules();
const withPatients = saidByRules(builtInTaxonomy("health_care"));

Deno.test("a term of several words is found as it is written, not by its stems", () => {
  for (
    const text of [
      "They had our heat back up and running by noon.",
      "Everything was back up within the hour.",
      "Gus backs up his work.",
      "He left the room as he found it, no messing about.",
      "He broke the news gently.",
      "They break the cost down for you.",
      "They cut a corner off the sheet so that it fits.",
    ]
  ) {
    assert.deepEqual(atHome(text, 5).problems, [], text);
  }
  assert.equal(withPatients("The plan is $60 a month for two people.", 4).aspects.waiting_time, undefined);
  assert.equal(withPatients("I have waited my whole life for a dentist like this.", 5).aspects.waiting_time, undefined);
  assert.equal(atHome("I have waited my whole life for a plumber like this.", 5).aspects.punctuality, undefined);
});

Deno.test("a term says with a star which of its words may have other endings", () => {
  const found = saidByRules({
    ...PARK,
    aspects: [{ id: "lift", label: "Lift", words: ["chair lift*", "ride* up"] }],
  });
  for (const text of ["The chair lifts stood still.", "The chair lift ran.", "We rode up. Then we ride up again."]) {
    assert.deepEqual(Object.keys(found(text).aspects), ["lift"], text);
  }
  for (const text of ["The chairs lift easily.", "We chaired lifts."]) assert.deepEqual(found(text).aspects, {}, text);
});

Deno.test("a problem needs a complaint around it", () => {
  for (
    const text of [
      "Gus fixed the leak under the sink in twenty minutes.",
      "Called about a clogged drain and Terrence had it running in an hour.",
      "Our AC died on Friday and they had it going by noon, wonderful people.",
      "No hot water on Sunday, and Denise came the same day.",
      "Tommy found the short circuit that two others had missed.",
      "They replaced the noisy fan and it is quiet now.",
      "He patched the hole in the wall neatly.",
      "They rescheduled for us without any fuss.",
      "Asked for a second opinion and they were honest.",
      "They never once tried to sell us anything.",
      "Never once did I feel rushed or pressured.",
      "No sales pitch, no pushy upselling.",
      "It was anything but a rip off.",
    ]
  ) {
    assert.deepEqual(atHome(text, 5).problems, [], text);
  }
});

Deno.test("a complaint is a problem", () => {
  for (
    const [text, problem, rating] of [
      ["They never showed up.", "no_show", 1],
      ["Nobody came and nobody called.", "no_show", 1],
      ["He was two hours late.", "late_arrival", 3],
      ["They overcharged us.", "overcharging", 2],
      ["The bill had hidden fees.", "hidden_fees", 2],
      ["The dispatcher was rude to my wife.", "rude_staff", 2],
      ["He tried to sell me a new furnace I did not need.", "upselling", 2],
      ["They left a mess in the hall.", "mess_left_behind", 3],
      ["The tap still leaks after the second visit.", "recurring_fault", 2],
      ["They scratched the floor.", "damage", 2],
      ["Sloppy work, it had to be redone.", "poor_workmanship", 1],
      ["They cancelled on me twice.", "cancelled_appointment", 1],
      ["They misdiagnosed the fault and sold us a board.", "wrong_diagnosis", 1],
      ["I left three messages and they never called back.", "poor_communication", 1],
    ] as const
  ) {
    assert.ok(atHome(text, rating).problems.includes(problem), `${text} ${atHome(text, rating).problems}`);
  }
});

Deno.test("nothing is a problem in a review of five stars, and the same words are in one of four", () => {
  for (const text of ["He was two hours late.", "They overcharged us.", "They left a mess in the hall."]) {
    assert.deepEqual(atHome(text, 5).problems, [], text);
    assert.equal(atHome(text, 4).problems.length, 1, text);
  }
});

Deno.test("arriving after the agreed time is lateness", () => {
  for (
    const text of [
      "Appointment 12–3, arrived 6:30.",
      "He came three hours after the window.",
      "The tech arrived two days later.",
      "Four-hour window, came in hour seven.",
    ]
  ) assert.ok(atHome(text, 1).problems.includes("late_arrival"), text);
  assert.deepEqual(atHome("He arrived at 9 and left at 10.", 3).problems, []);
});

Deno.test("an aside between an aspect and its opinion does not separate them", () => {
  const wait = "the wait however given the fact it was a 6 year old child I feel was very long";
  assert.equal(withPatients(`The staff were fantastic, ${wait}.`, 4).aspects.waiting_time, "negative");
  assert.equal(
    withPatients("The staff were fantastic, however I feel the day was long.", 4).aspects.waiting_time,
    undefined,
  );
});
