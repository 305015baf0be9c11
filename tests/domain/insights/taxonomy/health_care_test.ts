import assert from "node:assert/strict";
import { reviewOf } from "../../../support/reviews/review_of.ts";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../../../domain/insights/subjects/subject_detector.ts";
import healthCare from "../../../../domain/insights/taxonomy/health_care.json" with { type: "json" };
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

const taxonomy = Taxonomy.parse(healthCare);
const analyze = reviewAnalyzer(textReader(businessOf({ name: "Elm Road Surgery" }), taxonomy, byRulesAlone));
const read = (text: string) => analyze(reviewOf({ rating: 3, text }));

const SAID: Readonly<Record<string, readonly [praise: string, complaint: string]>> = {
  waiting_time: ["The nurse was on time.", "We waited four hours in a corridor."],
  kindness: ["The paramedics were so kind and put me at ease.", "The receptionist was rude and abrupt."],
  information_and_advice: [
    "She explained everything and gave good advice.",
    "Nobody told me anything, poor communication.",
  ],
  being_listened_to: ["I felt listened to and understood.", "The doctor did not listen to a word."],
  treatment_quality: ["The treatment worked and I feel better.", "My son was misdiagnosed and got worse."],
  competence: ["Very knowledgeable and thorough.", "The locum was clueless and incompetent."],
  appointments_and_access: ["It is easy to get an appointment.", "I was on hold and couldn't get through."],
  hygiene: ["The ward was spotless.", "The toilets were filthy."],
  dignity_and_respect: ["My mother was treated with dignity.", "He was patronising and I felt humiliated."],
  coordination: ["Excellent handover between the teams.", "I was passed from pillar to post and had to repeat myself."],
  staffing: ["The clinic is well staffed.", "You need more staff."],
  transport_and_facilities: ["A comfortable waiting room.", "The ambulance ride was bumpy and noisy."],
  food_and_activities: ["The food was lovely.", "The food was cold and horrible."],
};
const WENT_WRONG: Readonly<Record<string, string>> = {
  long_wait: "They kept me waiting for hours.",
  no_ambulance_or_visit: "The midwife never turned up.",
  hard_to_get_through: "On hold for an hour.",
  no_call_back: "They never rang back.",
  no_appointment: "I couldn't get an appointment.",
  cancelled_appointment: "My scan was cancelled twice.",
  rude_staff: "A rude receptionist.",
  not_listened_to: "He didn't listen.",
  not_informed: "There was no information at all.",
  wrong_diagnosis: "I was misdiagnosed.",
  pointless_questions: "Asked irrelevant questions.",
  treatment_failed: "They gave me the wrong medication.",
  lost_records: "They had no record of my call.",
  poor_handover: "Passed from pillar to post.",
  staff_shortage: "The ward is understaffed.",
  uncleanliness: "The floor was dirty.",
  uncomfortable_journey_or_room: "The trolley was uncomfortable.",
  lack_of_dignity: "There was no privacy.",
  billing_problem: "I was overcharged.",
};
const SPOKEN_OF: Readonly<Record<string, string>> = {
  children: "The baby was weighed.",
  older_people: "My mother has dementia.",
  mental_health: "I was depressed.",
  end_of_life_care: "The hospice rang.",
  emergency: "We rang 999.",
  vaccination: "I came for the flu jab.",
  home_visits: "The district nurse came.",
  medication: "I collected my prescription.",
  video_or_phone_consultation: "It was a video call.",
  pregnancy_and_birth: "I saw the midwife.",
  dental_care: "He filled a tooth.",
  mobility_and_physiotherapy: "The physio rang.",
  test_results: "I had a blood test.",
  patient_transport: "The driver rang the bell.",
  costs_and_insurance: "Insurance was billed.",
};

Deno.test("health_care finds every aspect in what patients say, with its polarity, and has a question for each", () => {
  const ids = taxonomy.aspects.map(({ id }) => id);
  assert.deepEqual(Object.keys(SAID), ids);
  for (const [id, texts] of Object.entries(SAID)) {
    texts.forEach((text, index) => {
      const found = read(text).aspects.find((aspect) => aspect.id === id);
      assert.equal(found?.sentiment, index === 0 ? "positive" : "negative", `${id}: ${text}`);
    });
  }
});

Deno.test("health_care finds every problem where it went wrong, and none in praise", () => {
  assert.deepEqual(Object.keys(WENT_WRONG), taxonomy.problems.map(({ id }) => id));
  for (const [id, text] of Object.entries(WENT_WRONG)) assert.ok(read(text).problems.includes(id), `${id}: ${text}`);
  for (const [praise] of Object.values(SAID)) assert.deepEqual(read(praise).problems, [], praise);
});

Deno.test("health_care finds every topic, whatever is said of it", () => {
  assert.deepEqual(Object.keys(SPOKEN_OF), taxonomy.topics.map(({ id }) => id));
  for (const [id, text] of Object.entries(SPOKEN_OF)) assert.ok(read(text).topics.includes(id), `${id}: ${text}`);
});

Deno.test("health care terms are neither praise nor criticism, and caregivers are no aspect", () => {
  for (
    const text of [
      "I am a patient of this hospital.",
      "It was an emergency, I was critical and in severe pain.",
      "My father has cancer, was very sick and died.",
      "My test was positive.",
      "I had a panic attack, was depressed and had a broken leg.",
      "The ambulance service sent a doctor and a nurse.",
      "Did not answer",
    ]
  ) {
    assert.deepEqual([read(text).sentiment, read(text).aspects, read(text).problems], ["neutral", [], []], text);
  }
  assert.equal(read("The nurse was very patient.").aspects[0]?.sentiment, "positive");
});

Deno.test("a problem's words hide no aspect, and an aspect's words hide no problem", () => {
  for (const text of ["I can never get through on the phone.", "We waited hours.", "Irrelevant questions."]) {
    const { aspects, problems } = read(text);
    assert.ok(problems.length > 0 && aspects.length > 0, text);
  }
});

Deno.test("a phrase that only resembles an aspect is none", () => {
  for (
    const text of [
      "She held my hand.",
      "My late husband.",
      "James Cook Hospital.",
      "Some kind of scan.",
      "I respect that.",
    ]
  ) {
    assert.deepEqual(read(text).aspects, [], text);
  }
});
