import assert from "node:assert/strict";
import { saidByRules } from "../../../support/insights/said_of.ts";

const home = saidByRules();

Deno.test("an arrival in the window that was announced is punctual, another one is late", () => {
  for (
    const text of [
      "Booked online, 8–10 window, Gus pulled up at 8:20.",
      "“We'll be there between ten and eleven” and at 10:02 there was a knock.",
      "They said between 1 and 3 and came at 2.",
      "11 to 1 window and arrived at 12:45.",
    ]
  ) {
    assert.equal(home(text).aspects.punctuality, "positive", text);
  }
  for (const text of ["Appointment 12–3, arrived 6:30.", "8:30 to 10:30 window and showed up at 2."]) {
    assert.equal(home(text).aspects.punctuality, "negative", text);
  }
  assert.equal(home("He arrived at 8:20.").aspects.punctuality, "neutral");
  assert.notEqual(home("He came 2 times to fix 3 or 4 things.").aspects.punctuality, "negative");
});
