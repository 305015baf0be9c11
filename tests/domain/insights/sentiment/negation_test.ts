import assert from "node:assert/strict";
import { clauseScore as score } from "../../../support/insights/said_of.ts";

Deno.test("a negation within three words negates an opinion, one further away or before a comma does not", () => {
  for (
    const text of [
      "not friendly",
      "wasn't friendly",
      "never very friendly",
      "without a friendly",
      "wasnt friendly",
      "wasn’t friendly",
    ]
  ) {
    assert.ok(score(text) < 0, text);
  }
  assert.ok(score("not a rude man") > 0);
  assert.ok(score("not that he came there friendly") > 0);
  assert.ok(score("No, friendly people") > 0);
  assert.ok(Math.abs(score("not terrible")) < Math.abs(score("terrible")));
});

Deno.test("an emphatic negation negates nothing: not only, couldn't be more, never so", () => {
  for (
    const text of ["not only friendly", "couldn't be more friendly", "could not be more friendly", "never so happy"]
  ) {
    assert.ok(score(text) > 0.3, text);
  }
});

Deno.test("'nothing' negates the verb after it", () => {
  for (const text of ["Nothing was explained", "Nothing ever worked"]) {
    assert.ok(score(text) < -0.1, text);
  }
});

Deno.test("the negation of a neutral phrase applies to what follows", () => {
  assert.ok(score("the food is not really that good") < -0.2);
  assert.ok(score("not really memorable") < -0.2);
  assert.equal(score("not really"), 0);
});

Deno.test("a clause that denies something and has no other opinion is a mild complaint", () => {
  for (const text of ["They didn't tell us", "They did not see it", "They cannot see it"]) {
    assert.ok(score(text) < -0.1 && score(text) > -0.3, text);
  }
  assert.ok(score("They didn't even tell us") < score("They didn't tell us"));
  assert.equal(score("Nothing"), 0);
  assert.equal(score("No"), 0);
  assert.equal(score("We did not just see it"), 0);
});

Deno.test("a denial inside a neutral phrase is no complaint", () => {
  for (const text of ["I don't have to call", "not yet", "Don't worry"]) {
    assert.equal(score(text), 0, text);
  }
  for (const text of ["It did not take long", "We didn't have to wait", "I can't complain", "Not bad at all"]) {
    assert.ok(score(text) > 0.1, text);
  }
});

Deno.test("a negated verb of opinion negates the opinion, also from further away", () => {
  assert.ok(score("I don't think that the work was good") < 0);
  assert.ok(score("I didn't find the man at all friendly") < 0);
  assert.ok(score("we don't often call them, good people") > 0);
});

Deno.test("a negation is recognised with every kind of apostrophe", () => {
  for (const sign of ["'", "\u2019", "\u00b4", "`", "\u02bc"]) {
    assert.ok(score(`They wasn${sign}t friendly`) < 0, sign);
  }
});
