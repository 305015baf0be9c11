import assert from "node:assert/strict";
import { isQuotable } from "../../../../domain/insights/quotes/quotable_sentence.ts";

const UNFIT = {
  "accuses of a crime": [
    "This company is a complete scam and they know it.",
    "The manager stole my deposit and laughed about it.",
    "They committed insurance fraud on my claim.",
    "The fitter assaulted my neighbour on the drive.",
    "They are thieves and liars in the front office.",
  ],
  "judges people by age, origin, sex or looks": [
    "The old lady at the desk was lovely to us.",
    "Some fat bloke served us and he was rude.",
    "A pretty girl at reception checked us in quickly.",
    "The foreign staff could not understand a word.",
    "The young lads did a great job on the roof.",
  ],
  "has a condition": [
    "We will stay with them if our policy does not go up.",
    "The service would be great if they answered the phone.",
    "Great value unless you need help with a claim.",
  ],
  "praises by a quarrel": [
    "I took them to small claims court and won easily.",
    "My solicitor wrote to them and they paid at once.",
    "After I disputed the charge they refunded me quickly.",
  ],
};

for (const [what, sentences] of Object.entries(UNFIT)) {
  Deno.test(`no sentence is quoted that ${what}`, () => {
    for (const sentence of sentences) assert.equal(isQuotable(sentence), false, sentence);
  });
}

Deno.test("plain praise and criticism are quoted", () => {
  for (
    const sentence of [
      "The boiler was fixed within the hour.",
      "Our old boiler was replaced in a day.",
      "The staff were rude and kept us waiting.",
      "They charged us twice for the same visit.",
      "A young company with great service.",
      "The price was fair and the work was tidy.",
    ]
  ) assert.equal(isQuotable(sentence), true, sentence);
});
