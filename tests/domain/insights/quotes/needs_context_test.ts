import assert from "node:assert/strict";
import { isTornOut, needsContext } from "../../../../domain/insights/quotes/needs_context.ts";

Deno.test("needsContext() finds persons, things and occasions that only another sentence names", () => {
  for (
    const sentence of [
      "I felt listened to at consultation and was comfortable talking to her.",
      "AC fixed same day, 2 hr window and he hit it.",
      "I paid $1,475 and I'd have paid more just to watch her think.",
      "I have bled so badly ever since I started it and have the worst cramps.",
      "Everything, because it helped me to walk safely.",
      "Really loved it and cannot fault it.",
      "I'm unable to do this as I've been told to wait 6 months.",
      "It is quite expensive to have this removed.",
      "The company was respectful of that.",
      "The operator used that to give me advice.",
      "The food is fab as well.",
      "Their insurance company won't return my phone calls either.",
      "I've also been experiencing horrific cramps.",
      "Cramps are much worse, too, and I feel tired.",
      "The service itself was thorough.",
      "After all going three months without a period is amazing.",
      "Unfortunately these rashes hurt.",
      "All three times: someone came when they said.",
      "Bill was $486, and matched the number he'd quoted me.",
      "Rafael cleared her sewer line on Friday.",
      "They recommended the smaller one and they were right.",
      "Queues were ridiculous as a result.",
      "They had no record of being contacted by you.",
      "The two that were theirs they took off the bill.",
      "Both came within ten minutes of ordering.",
      "Wobbly tables though, and cold soup.",
      "The burgers are great too, juicy with a proper char.",
      "Further, our waiter was inattentive.",
      "Given the staff shortages they are under pressure.",
      "I was just told to call my doctor as my doctor told me to call the helpline.",
      "We were referred to the clinic, which advised us to go home.",
      "Ann talked me through a float switch over the phone, for free, and it came right back.",
    ]
  ) assert.equal(needsContext(sentence), true, sentence);
});

Deno.test("needsContext() leaves a sentence alone that names whom and what it speaks of", () => {
  for (
    const sentence of [
      "Our waiter was well versed with the menu, he didn't hover over the table.",
      "Central air repaired same day by Denise; she knows her trade.",
      "Terrence was great, he was in our crawl space for two hours.",
      "The driver and his assistant were very friendly.",
      "The plumber explained it and she left the bathroom spotless.",
      "The transport was on time and it was clean.",
      "They made it easy to book.",
      "They listen to you and explain everything.",
      "Everything went well and it took an hour.",
      "I highly recommend this company to all my friends.",
      "I have had horrible acne since taking this birth control.",
      "I have used this excellent service for four appointments.",
      "All the staff have been so nice to me, and this helped with my recovery.",
      "They said that the tap works.",
      "The driver was polite and also very careful.",
      "I could not fault them at all.",
      "They were very patient and friendly.",
      "Both men were hard workers.",
      "The two podiatrists were so friendly.",
      "Too long a wait, and too expensive.",
      "They came even though it was snowing.",
      "I was told to wait, and they asked how I felt.",
      "They told me the price and asked me to sign.",
      "They talked us through the boiler and the timer, and it was clear.",
      "They fixed the heater, and it came right back.",
      "They went through the bill and a plumber reset the boiler, and it came back.",
    ]
  ) assert.equal(needsContext(sentence), false, sentence);
});

Deno.test("isTornOut() tells a sentence that a full stop too many ends from one before a sentence written small", () => {
  const goesOn = (rest: string) => isTornOut("It was easy to send the lot.", `It was easy to send the lot. ${rest}`);
  for (const rest of ["through this app.", "and nobody came", "because of the crew.", "to my bank"]) {
    assert.equal(goesOn(rest), true, rest);
  }
  for (
    const rest of ["they came at noon.", "the price was fair.", "i'd use them again", "very good", "Through it.", ""]
  ) {
    assert.equal(goesOn(rest), false, rest);
  }
});

Deno.test("isTornOut() takes no 'they' for the business that stands for others", () => {
  const quoted = "They were rude all day.";
  assert.equal(isTornOut(quoted, `My neighbours heard the drill. ${quoted}`), true);
  assert.equal(isTornOut(quoted, `Two painters came with the technicians. ${quoted}`), false);
  assert.equal(isTornOut(quoted, `I rang on Monday. ${quoted}`), false);
  assert.equal(isTornOut(quoted, quoted), false);
  assert.equal(isTornOut("We were rude all day.", `My neighbours heard the drill. ${quoted}`), false);
});

Deno.test("isTornOut() reads only what stands right before a sentence, so that a text without end takes no time", () => {
  const they = "They were rude to us.";
  assert.ok(isTornOut(they, `The neighbours heard it. ${they}`));
  assert.ok(!isTornOut(they, `The neighbours heard it ${"and on we went ".repeat(20)}. ${they}`));
  assert.ok(!isTornOut(they, `${"!".repeat(90_000)}a ${they}`));
});
