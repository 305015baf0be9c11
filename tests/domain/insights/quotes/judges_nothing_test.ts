import assert from "node:assert/strict";
import { judgesNothing } from "../../../../domain/insights/quotes/judges_nothing.ts";

Deno.test("judgesNothing() finds advice, requests, wishes and promises", () => {
  for (
    const sentence of [
      "Treat people like me with respect.",
      "Listen to the carer and patient.",
      "Maybe employ more staff.",
      "More staff answering phone calls.",
      "A quicker response on calls with more advisers.",
      "Stop closing day room.",
      "Staffing to get better.",
      "More privacy - sitting in full view was embarrassing.",
      "Answered the phone quicker.",
      "Got to me quicker, had to wait far too long.",
      "Getting an ambulance to arrive more quickly.",
      "Listened more.",
      "I was very late for my appointment.",
      "I suppose that it was good.",
      "I'm always on time, I'm on time for buses.",
      "I was the rude one, I'd had no sleep.",
      "I feel I have made some improvements and have become more knowledgeable.",
      "My brother is a golfer and he's very knowledgeable on thermostats.",
      "If I were the boss I'd be ashamed.",
      "Wish they'd answer the phone on weekends.",
    ]
  ) {
    assert.equal(judgesNothing(sentence, "positive"), true, sentence);
    assert.equal(judgesNothing(sentence, "negative"), true, sentence);
  }
  assert.equal(judgesNothing("I was told I would receive a call within 1 hour.", "positive"), true);
  assert.equal(judgesNothing("Helping me get better, some staff that is.", "positive"), true);
  assert.equal(judgesNothing("I would like for people to hear my voice.", "negative"), true);
  assert.equal(judgesNothing("I understand how much pressure the service is under.", "negative"), true);
  assert.equal(judgesNothing("Bit more space here which I like.", "negative"), true);
});

Deno.test("judgesNothing() leaves alone what tells how it was", () => {
  for (
    const sentence of [
      "More staff are needed on the phones.",
      "A quicker response would be better.",
      "Help was quick to come.",
      "Answered quicker than the last company.",
      "Came when they said, and explained more than they had to.",
      "Waiting a long time to get through was awful.",
      "Got the bill with the soup and the hostess came by to rush us some more.",
      "Listened well and explained everything.",
      "Keeping us informed was what they did best.",
      "You need more staff to answer calls.",
      "I was seen on time.",
      "I was told by a rude receptionist to wait.",
      "My mother was treated kindly.",
      "The people have become ruder.",
    ]
  ) {
    assert.equal(judgesNothing(sentence, "positive"), false, sentence);
    assert.equal(judgesNothing(sentence, "negative"), false, sentence);
  }
  assert.equal(judgesNothing("I was told I would receive a call within 1 hour.", "negative"), false);
  assert.equal(judgesNothing("Waiting for an answer could have been quicker.", "negative"), false);
  assert.equal(judgesNothing("I would like to thank the crew.", "positive"), false);
  assert.equal(judgesNothing("I could not understand the doctor.", "negative"), false);
});
