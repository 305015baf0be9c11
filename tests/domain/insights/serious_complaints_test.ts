import assert from "node:assert/strict";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { seriousKinds, seriousReviews, withheldPraise } from "../../../domain/insights/serious_complaints.ts";

const said = (text: string, rating = 1) => seriousKinds({ rating, text });

Deno.test("serious complaints are found in four languages, each kind once", () => {
  for (
    const [text, ...kinds] of [
      ["The trainer touched me and grabbed my bum.", "touching"],
      ["They stole my watch. Thieves!", "theft"],
      ["Any refund? No. Scam!", "fraud"],
      ["A scam: charged my card without my permission.", "fraud"],
      ["She burnt my ear and called me a foreigner. Racist!", "injury", "discrimination"],
      ["Meine Uhr wurde gestohlen, das Personal ist rassistisch.", "theft", "discrimination"],
      ["Ich wurde sexuell belästigt. Betrüger!", "touching", "fraud"],
      ["Das war Betrug.", "fraud"],
      ["Achtung Betrug!", "fraud"],
      ["Nie wieder! Betrug! Finger weg.", "fraud"],
      ["Abzocke und Betrug.", "fraud"],
      ["Son unos estafadores y me robaron el bolso.", "theft", "fraud"],
      ["Der DHL-Mitarbeiter stiehlt nachweislich den Inhalt.", "theft"],
      ["Mitarbeiter greift Kunden an.", "injury"],
      ["Es una estafadora.", "fraud"],
      ["Une arnaque, et le gérant m'a frappé.", "fraud", "injury"],
    ] as const
  ) assert.deepEqual(said(text).toSorted(), kinds.toSorted(), text);
});

Deno.test("words of serious complaints that mean something else are none", () => {
  for (
    const text of [
      "The band stole the show, the room was dull.",
      "Not a scam, but slow.",
      "Daylight robbery, £9 for a coffee.",
      "Daylight theft, and the fees are theft too.",
      "I felt robbed, as if I was robbed at these prices.",
      "We were robbed blind: it is theft at this price.",
      "Fire and theft cover was dear.",
      "The tiles are crooked.",
      "My mother broke her hip and waited six hours.",
      "Si os roban el móvil no cubren nada.",
      "Die Rechnung betrug 20 Euro, und die Wartezeit betrug drei Stunden.",
      "Der Preis war hoch, dieser betrug am Ende 300 Euro.",
    ]
  ) assert.deepEqual(said(text), [], text);
  assert.deepEqual(said("My phone was stolen in Lisbon, and they blocked the card at once.", 4), []);
  assert.deepEqual(seriousKinds({ rating: 1, text: null }), []);
});

Deno.test("the owner is shown serious complaints of the 500 newest reviews; among 20 of a subject one withholds praise", () => {
  const [fine, serious] = [reviewOf({ text: "Fine." }), reviewOf({ rating: 1, text: "Thieves." })];
  const after = (count: number) => [...Array.from({ length: count }, () => fine), serious];
  assert.deepEqual(seriousReviews(after(499)), [{ review: serious, kinds: ["theft"] }]);
  assert.deepEqual(seriousReviews(after(500)), []);
  const praise = (count: number) => withheldPraise(after(count).map((review) => ({ review })));
  assert.deepEqual([praise(19), praise(20)], [{ praise_withheld: true }, {}]);
});
