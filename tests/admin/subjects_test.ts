import assert from "node:assert/strict";
import { enteredServer, filledForm } from "../support/admin/admin_server.ts";
import { reviewOf } from "../support/reviews/review_of.ts";

const TEXTS = [
  ...[
    "The rooms are clean.",
    "A lovely room.",
    "Our room was dirty.",
    "The room was perfect.",
    "Great rooms, bad bar.",
  ],
  ...[
    "Das Zimmer war sauber.",
    "Ein schönes Zimmer.",
    "Unser Zimmer war sehr laut.",
    "Tolle Zimmer!",
    "Die Zimmer sind gut.",
  ],
  // Nouns that are not offered: one of the name of the business, and an abstract one.
  ...Array.from({ length: 5 }, () => "The attic was lovely."),
  ...Array.from({ length: 5 }, () => "The change was perfect."),
  ...Array.from({ length: 10 }, () => "We were happy here."),
  // Five name it, three judge it.
  ...[
    "The lobby was lovely.",
    "The lobby was dirty.",
    "A great lobby.",
    "We sat in the lobby.",
    "We met in the lobby.",
  ],
];

Deno.test("subjects: ticked nouns of one name are one subject, published after a preview and undone in one step", async () => {
  await using admin = await enteredServer(TEXTS.map((text, n) => reviewOf({ native: `${n}`, text })));
  const general = { ...filledForm((await admin.get("/business")).text), taxonomy: "general", name: "Attic" };
  await admin.agree("/business/publish", general);
  assert.match((await admin.get("/")).text, /<a class="button second" href="\/subjects">/);

  const offered = async () => Object.entries(filledForm((await admin.get("/subjects")).text));
  const fields = await offered();
  const nouns = fields.filter(([name]) => name.startsWith("noun:")).map(([, noun]) => noun);
  assert.deepEqual(nouns.sort(), ['["de",["zimmer"]]', '["en",["room","rooms"]]']);
  // Nothing is ticked before the owner does.
  assert.doesNotMatch((await admin.get("/subjects")).text, / checked/);
  const named = fields.map(([name, value]) => [name, name.startsWith("name:") ? "Room" : value] as const);
  assert.match((await admin.post("/subjects/publish", Object.fromEntries(named))).text, /<ins>Room: /);
  const { text: back } = await admin.get("/subjects");
  assert.match(back, /What you have typed here is kept.* checked.*value="Room".* checked.*value="Room"/s);
  assert.match(
    await admin.agree("/subjects/publish", Object.fromEntries(named)),
    /^Done\. Published now: 35 reviews\.$/,
  );
  const kept = JSON.parse((await admin.get("/backup/download")).text).taxonomy;
  assert.equal(kept.base, "general");
  assert.deepEqual(kept.subjects, [{ label: "Room", words: { en: ["room", "rooms"], de: ["zimmer"] } }]);
  assert.match((await admin.get("/subjects")).text, / checked/);
  assert.doesNotMatch((await admin.get("/")).text, /href="\/subjects">[^<]*speak/);
  // A change of the business keeps them.
  await admin.agree("/business/publish", { ...filledForm((await admin.get("/business")).text), name: "Inn" });
  assert.deepEqual(JSON.parse((await admin.get("/backup/download")).text).taxonomy, kept);

  // Their pages name the subject, in German by the German word.
  assert.match((await admin.get("/business/preview/summary")).text, /Room/);
  assert.match((await admin.get("/business/preview/de/summary")).text, /Zimmer/);

  const unticked = (await offered()).filter(([name]) => !name.startsWith("pick:"));
  await admin.agree("/subjects/publish", Object.fromEntries(unticked));
  assert.deepEqual(JSON.parse((await admin.get("/backup/download")).text).taxonomy.subjects, []);

  // One that the owner has chosen stays, and its row says from how many reviews it is shown.
  const lobby = { "noun:0": '["en",["lobby"]]', "name:0": "Lobby", "pick:0": "yes" };
  await admin.agree("/subjects/publish", lobby);
  assert.match((await admin.get("/subjects")).text, /3 reviews, shown from 5 reviews, English/);
});
