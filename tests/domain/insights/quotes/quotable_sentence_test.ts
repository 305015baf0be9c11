import assert from "node:assert/strict";
import { hasStatement, isQuotable, isWellWritten } from "../../../../domain/insights/quotes/quotable_sentence.ts";

Deno.test("isWellWritten() wants verbs with their subjects and subjects with their verbs", () => {
  for (
    const sentence of [
      "Very clean and always are clean and tidy.",
      "The taxi driver on time in order to get me to hospital.",
      "You respectful of the patient.",
      "Always pleasant and was on time.",
    ]
  ) assert.equal(isWellWritten(sentence), false, sentence);
  for (
    const sentence of [
      "Great care and professional service.",
      "The person asked all the right questions.",
      "You spend hours trying to get through.",
      "Always on time, and the staff are friendly.",
      "Fixed a drip under the bathroom sink.",
    ]
  ) assert.equal(isWellWritten(sentence), true, sentence);
});

Deno.test("isWellWritten() refuses what is misspelt, and isQuotable() letters of another encoding", () => {
  for (
    const sentence of [
      "I still dont have a quote.",
      "Staff where very polite to us.",
      "We waited to long for an answer.",
      "They were polite and knowledgable.",
      "It was better then the last one.",
      "The crew were lovely very considerate.",
      "I was spoken to kindly and helped me to the best they can.",
      "Very good gave confidence to patient.",
      "The respect my father was treated well from your service.",
      "The food was scrumptious-not the usual kind.",
      "The service was terrible- our waiter forgot us.",
      "I did not like the place because: -it took hours.",
      "At all times we were were treated kindly.",
      "Waiting long time get to seen in health care.",
      "They always here on time and always help me.",
      "The man repair the heater of the bathroom.",
      "Friendly staff, clean, good facilities, nice food, nice bath, the bedroom was nice.",
    ]
  ) assert.equal(isWellWritten(sentence), false, sentence);
  for (
    const sentence of [
      "I still don't have a quote from them.",
      "The crew were lovely, very considerate.",
      "I was seen on time and they helped me.",
      "They had had no sleep and it was very very late.",
      "The person I spoke to got it right.",
      "When it rained they came with a pump.",
      "A three-day job was done in two- or three-hour visits - well done.",
      "I was treated well by all of them, and far from home.",
    ]
  ) assert.equal(isWellWritten(sentence), true, sentence);
  assert.equal(isQuotable("Our waiter was inattentive all evening (e."), false);
  assert.equal(isQuotable("Our waiter (a student) was inattentive."), true);
  assert.equal(isQuotable("Best insurer I've had for my horse dog mix lol."), false);
  assert.equal(isQuotable("We donâ€™t get the same treatment."), false);
  assert.equal(isQuotable("We don’t get the same treatment."), true);
});

Deno.test("hasStatement() knows what somebody named did", () => {
  assert.equal(hasStatement("Booked online, 8 to 10 window, Gus pulled up at 8:20."), true);
  assert.equal(hasStatement("Prompt, precise, properly documented."), false);
  assert.equal(hasStatement("Very tidy, no fuss, nicely finished."), false);
});
