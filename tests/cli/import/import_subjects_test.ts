import assert from "node:assert/strict";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const TEXTS = [
  ...[
    "The equipment is new and clean.",
    "Great equipment, and the lockers are big.",
    "The equipment was broken again.",
  ],
  ...["Good classes, and modern equipment.", "I love the equipment here.", "The equipment is excellent, with comfort."],
  ...["Die Geräte sind neu und sauber.", "Leider waren die Geräte kaputt.", "Sehr gute Geräte, nettes Personal."],
  ...["Tolle Geräte für alle.", "Die Geräte sind super.", "Das Gerät war schmutzig, aber das Personal freundlich."],
  ...[
    "Las máquinas son modernas y limpias.",
    "Me encantan las máquinas, muy buenas.",
    "Todas las máquinas viejas y sucias.",
  ],
  ...["Las máquinas están bien cuidadas, genial.", "Buenas máquinas y el personal muy amable."],
  ...[
    "L'appareil était cassé, c'est dommage pour nous.",
    "Les appareils sont modernes et propres.",
    "Des appareils vieux et sales.",
  ],
  ...["Il y a de bons appareils, très agréable.", "Les appareils sont excellents, je recommande."],
];
const UNHAPPY = /broken|kaputt|schmutzig|viejas|cassé|vieux/;
const REVIEWS = TEXTS.map((text, n) => reviewOf({ native: `${n}`, text, rating: UNHAPPY.test(text) ? 2 : 5 }));

Deno.test("an import offers the nouns of its reviews; those in the business file become subjects in each language", async () => {
  await using shop = await importWorkshop({
    "reviews.json": REVIEWS,
    "gym.json": {
      name: "Iron Hall",
      subjects: [{
        label: "Equipment",
        words: { en: ["equipment"], de: ["Geräte", "Gerät"], es: ["máquinas"], fr: ["appareil"] },
      }, { label: "Classes", words: { en: ["classes"] } }],
    },
    "bank.json": { name: "Iron Hall", subjects: [{ label: "Card", words: { nl: ["kaart"] } }] },
    "thief.json": [reviewOf({ native: "thief", rating: 1, text: "They stole my shoes." })],
    "none.json": { name: "Iron Hall", subjects: [] },
  });
  const report = await shop.imported("reviews.json");
  assert.doesNotMatch(report, /may tell of/);
  // No adjective, and no abstraction such as comfort.
  assert.match(report, /The reviews also speak of: Equipment \(6\), Geräte \(6\), Máquinas \(5\), Appareils \(5\)\. /);
  const { subjects } = JSON.parse((await shop.run("insights", "--json")).stdout);
  assert.deepEqual(subjects[1], {
    label: "Geräte",
    reviews: 6,
    sentence: subjects[1].sentence,
    words: { de: ["geräte", "gerät"] },
  });
  assert.ok(TEXTS.includes(subjects[1].sentence));

  const insights = async (): Promise<InsightsDocument> => JSON.parse((await shop.run("export", "--insights")).stdout);
  assert.equal((await insights()).aspects.some(({ id }) => id === "equipment"), false);
  assert.match(await shop.imported("--business", "gym.json"), /With 2 subjects of your own\./);
  const { aspects, languages, per_review } = await insights();
  const { label, mention_count, positive_count, negative_count } = aspects.find(({ id }) => id === "equipment")!;
  assert.deepEqual([label, mention_count, positive_count, negative_count], ["Equipment", 22, 16, 6]);
  assert.match((await shop.run("insights")).stdout, /^Classes: named by 1 review; it is shown from 5\.$/m);
  // All four languages are read, so none is named as unread.
  assert.deepEqual(languages, []);
  const told = REVIEWS.map(({ id }) => per_review[id]?.aspects.find(({ id }) => id === "equipment")?.sentiment);
  assert.deepEqual(told, TEXTS.map((text) => UNHAPPY.test(text) ? "negative" : "positive"));
  // The choice stays, with another taxonomy as well, and nobody is asked again.
  const later = await shop.imported("--taxonomy", "restaurant");
  assert.doesNotMatch(later, /also speak of/);
  assert.ok((await insights()).aspects.some(({ id }) => id === "equipment"));
  const { code, stderr } = await shop.run("import", "--business", shop.path("bank.json"));
  assert.equal(code, 1);
  assert.match(stderr, /subjects\.0\.words/);
  await shop.imported("--business", "none.json");
  assert.equal((await insights()).aspects.some(({ id }) => id === "equipment"), false);
  assert.match(
    await shop.imported("thief.json"),
    /\n1 review may tell of: theft\. deno task insights names the newest\.\n/,
  );
});
