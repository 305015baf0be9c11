import assert from "node:assert/strict";
import { isQuotable, isTornOut } from "../../../../domain/insights/quotes/quotable.ts";

const UNFIT = {
  "accuses of a crime": [
    "There was discrimination in the waiting times.",
    "This company is a complete scam and they know it.",
    "These people are thieves and the office laughs.",
    "The manager stole my deposit and laughed about it.",
    "They committed insurance fraud on my claim.",
    "The fitter assaulted my neighbour on the drive.",
    "The manager was drunk at our reception.",
    "The staff have been bullied and are scared to speak.",
  ],
  "judges people by age, origin, sex or looks": [
    "The old lady at the desk was lovely to us.",
    "The fat security guards were rude to my best man.",
    "A pretty girl at reception checked us in quickly.",
    "The foreign staff could not understand a word.",
    "The young lads did a great job on the roof.",
    "The teenagers who run the window are polite and fast.",
    "The female doctor had a horrible attitude.",
  ],
  "is in another language": ["A wunderbar Essen und sehr nett."],
  "is crude": ["The food was crap and the bar was slow."],
  "tells of somebody's health or private life": [
    "I am a wheelchair user and access was excellent.",
    "The support with my mental health was excellent.",
    "Went for my 13th birthday and had the best time ever.",
    "My asthma was terrible for weeks because of the dust.",
  ],
  "holds under a condition or for a time": [
    "We will stay with them if our policy does not go up.",
    "Great value unless you need help with a claim.",
    "The price was good in the first year.",
    "The office is super friendly until you sign.",
  ],
  "praises by a quarrel": [
    "I took them to small claims court and won easily.",
    "My solicitor wrote to them and they paid at once.",
    "After I disputed the charge they refunded me quickly.",
  ],
  "advises, asks or wishes": [
    "Avoid the front rows, the back was good for us.",
    "I would probably need a good one.",
    "The day was great, I suppose.",
    "Start off with a great cocktail at the bar.",

    "Avoid this place as the food is awful.",
    "Treat people like me with respect.",
    "Maybe they employ more staff.",
    "More staff answering phone calls.",
    "A quicker response on calls with more advisers.",
    "Stop closing the day room.",
    "Getting an ambulance to arrive more quickly.",
    "Wish they'd answer the phone on weekends.",
    "I would like people to hear my voice.",
    "We would've liked fresh fruit.",
    "I was told I would receive a call within the hour.",
  ],
  "tells of who writes or of theirs": [
    "I was very late for my appointment.",
    "My brother is a golfer and very knowledgeable on thermostats.",
    "Seats were good, the buyer tells me.",
  ],
  "points to what stands elsewhere": [
    "He was great from the first minute.",
    "This was a great piece of work.",
    "The second one was great for all of us.",
    "Also they were good with the dog.",
    "We were good friends of this feature.",
    "Then it was all good and great.",
    "As stated previously it was a great day for us.",

    "I felt listened to and was comfortable talking to her.",
    "Terrence was great, he was in our crawl space for two hours.",
    "Really loved it and cannot fault it.",
    "The company was respectful of that.",
    "The food is fab as well.",
    "I've also been experiencing horrific cramps.",
    "Unfortunately these rashes hurt.",
    "They recommended the smaller one and they were right.",
    "Both came within ten minutes of ordering.",
    "Each had somebody's hair in the plug.",
    "I have been warm, and on time for luncheon, since.",
    "The burgers are great too, juicy with a proper char.",
    "No explanation for the increase.",
    "The lady was rude about it.",
    "They did, on the dot, and finished the job.",
    "No charge for any of it.",
    "The insurer was not: wrong address and nobody told us.",
  ],
  "tells what somebody said or expected": ["The captain said late inbound aircraft.", "I expected dusty cases."],
  "tells of the review": [
    "The staff were wonderful so I'll leave the stars for them.",
    "I give the service five stars.",
  ],
  "tells of another firm or of neighbours": [
    "The last company overcharged us.",
    "My previous insurer never paid for anything.",
    "The neighbours are friendly and quiet.",
  ],
  "lacks its subject or its verb": [
    "first great weekend and a good one",
    "Great to the end and good",
    "Sure, it was a great day.",
    "Anyways it was a great day for us.",
    "Very great making sure comfortable for journey pleasant conversation even has a song.",
    "To encourage and appreciate the great work of those who helped us.",
    "Line it up, pays for itself, looks good.",
    "Great crew, great timing, great care.",
    "With all of us the crew did a great thing.",

    "Very clean and always are clean and tidy.",
    "The taxi driver on time in order to get me to hospital.",
    "You respectful of the patient.",
    "Always pleasant and was on time.",
    "Some of the reception staff unhelpful.",
    "Nice guys, mind you, and quick.",
  ],
  "is carelessly written": [
    "It was a great not clean.",
    "It was a great and and good day.",
    "There are good questions it's can be slow.",
    "The pieces are great if u r a customer.",
    "It was a great day , for us all.",
    "It was great for us,I say.",

    "I still dont have a quote from them.",
    "Staff where very polite to us.",
    "We waited to long for an answer.",
    "They were polite and knowledgable.",
    "It was better then the last visit.",
    "The crew were lovely very considerate.",
    "The food was scrumptious-not the usual kind.",
    "The service was terrible- our waiter forgot us.",
    "At all times we were were treated kindly.",
    "The food was best with my horse dog mix lol.",
    "We donâ€™t get the same treatment.",
    "Our waiter was inattentive all evening (e.",
    "Friendly staff, clean, good facilities, nice food, the bedroom was nice.",
  ],
};

for (const [what, sentences] of Object.entries(UNFIT)) {
  Deno.test(`no sentence is quoted that ${what}`, () => {
    for (const sentence of sentences) {
      assert.equal(isQuotable(sentence, "positive") || isQuotable(sentence, "negative"), false, sentence);
    }
  });
}

Deno.test("plain praise and criticism are quoted", () => {
  for (
    const sentence of [
      "The boiler was fixed within the hour.",
      "Our old boiler was replaced in a day.",
      "The staff were rude and kept us waiting.",
      "A young company with great service.",
      "The price was fair and the work was tidy.",
      "Great care and professional service.",
      "The crew were lovely, very considerate.",
      "I was seen on time and they helped me.",
      "Customer service answered straight away.",
      "They made it easy to book.",
      "The transport was on time and it was clean.",
      "I would definitely recommend the team.",
      "Nobody could fault the food at all.",
      "No queues for our rides.",
      "You need more staff to answer calls.",
      "They had had no sleep and it was very very late.",
      "A three-day job was done in two- or three-hour visits - well done.",
    ]
  ) assert.equal(isQuotable(sentence, "negative"), true, sentence);
  for (const better of ["Signposting could be better.", "They could have been good to us all."]) {
    assert.deepEqual([isQuotable(better, "negative"), isQuotable(better, "positive")], [true, false], better);
  }
});

Deno.test("isTornOut() detects sentences that begin in lower case, or with 'they' after another sentence", () => {
  const quoted = "They were rude all day.";
  assert.equal(isTornOut(quoted, `My neighbours heard the drill. ${quoted}`), true);
  assert.equal(isTornOut(quoted, quoted), false);
  const goesOn = (rest: string) => isTornOut("It was easy to send the lot.", `It was easy to send the lot. ${rest}`);
  for (const rest of ["through this app.", "and nobody came", "because of the crew.", "to my bank"]) {
    assert.equal(goesOn(rest), true, rest);
  }
  for (const rest of ["they came at noon.", "the price was fair.", "Through it.", ""]) {
    assert.equal(goesOn(rest), false, rest);
  }
});
