import assert from "node:assert/strict";
import { readPublished } from "../../../domain/dataset/dataset_store.ts";
import type { Review } from "../../../domain/review.ts";
import { policyAnswersOf } from "../../../domain/queries/snapshot_policy.ts";
import { buildSnapshot } from "../../../domain/snapshot/snapshot.ts";
import hostile from "../../fixtures/labeller/hostile.json" with { type: "json" };
import recorded from "../../fixtures/labeller/recorded.json" with { type: "json" };
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { completion, labellerServer, recordedAnswer } from "../../support/service/labeller_server.ts";

const TEXTS = Object.keys(recorded.answers);
const BUSINESS = { name: "Acme Kitchen", category: "restaurant", email: "office@acme.example" };

function reviewsSaying(texts: readonly string[]) {
  return texts.map((text, at) => reviewOf({ native: text, text, rating: 3, author: `Somebody ${at}` }));
}

/** A restaurant with these reviews; its imports leave out those that are not verified. */
async function kitchen(texts: readonly string[] = TEXTS, reviews: readonly Review[] = reviewsSaying(texts)) {
  const shop = await importWorkshop({ "reviews.json": reviews, "business.json": BUSINESS });
  const business = ["--business", shop.path("business.json"), "--taxonomy", "restaurant"];
  const files = [shop.path("reviews.json"), ...business, "--unverified", "test=left-out"];
  const insights = async () => (await shop.run("export", "--insights")).stdout;
  return {
    ...shop,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
    files,
    /** Imports, then lets the labeller label. */
    label: async (env: Readonly<Record<string, string>>, ...args: string[]) => {
      await shop.imported(...files);
      return await shop.runWith(env, "labeller", ...args);
    },
    insights,
    /** Ids of the aspects in all reviews, with the numbers of praise and criticism. */
    aspects: async () => {
      const { per_review }: { per_review: Record<string, { aspects: { id: string; sentiment: string }[] }> } = JSON
        .parse(await insights());
      const all = Object.values(per_review).flatMap(({ aspects }) => aspects);
      const count = (id: string, side: string) => all.filter((one) => one.id === id && one.sentiment === side).length;
      return [...new Set(all.map(({ id }) => id))].sort().map((
        id,
      ) => [id, count(id, "positive"), count(id, "negative")]);
    },
    labels: async () => {
      using kv = await Deno.openKv(shop.kvPath);
      return (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
    },
  };
}

Deno.test("a labeller labels each text once, in a publication after the import; the policy names it", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  const imported = await shop.runWith(server.env, "import", ...shop.files);
  assert.match(imported.stdout, /^LABELLER_URL is set: the service labels the reviews and publishes again\./m);
  assert.equal(server.bodies.length, 0);
  await Deno.writeTextFile(shop.path("key"), "secret-key\n");
  const done = await shop.runWith({ ...server.env, LABELLER_KEY_FILE: shop.path("key") }, "labeller");
  assert.deepEqual(done, { code: 0, stderr: "", stdout: "4 reviews labelled; revision 2 counts the labels.\n" });
  assert.deepEqual(await shop.aspects(), [["food", 2, 1], ["staff", 2, 1], ["waiting_time", 0, 1]]);
  const { languages, per_review } = JSON.parse(await shop.insights());
  // Irony and German: the sentiment of the whole review follows the labels as well.
  const sentiments = TEXTS.map((text) => [text.split(" ")[0], per_review[reviewOf({ native: text }).id].sentiment]);
  assert.deepEqual(sentiments, [["Oh", "negative"], ["Die", "positive"], ["The", "negative"], ["Service", "positive"]]);
  assert.deepEqual(languages, []);
  assert.deepEqual(server.texts().toSorted(), TEXTS.toSorted());
  assert.deepEqual(new Set(server.keys), new Set(["Bearer secret-key"]));
  assert.ok(server.bodies.every((body) => !/Somebody|2026-05-14/.test(body)), "author or day was sent");
  const policy = async () => {
    using kv = await Deno.openKv(shop.kvPath);
    const { before: { value: head }, archive } = await readPublished(kv);
    const snapshot = buildSnapshot(head!, archive!, { baseUrl: "https://reviews.example" });
    return policyAnswersOf(snapshot).flatMap(({ answer }) => answer);
  };
  const named = "For that, a language model also reads the texts: recorded. It runs here: the business’s own machine.";
  assert.ok((await policy()).includes(named));
  const before = [await shop.insights(), await shop.revision()];
  // Launched after its own publication and after one of others, it calls nothing; without it the labels still hold.
  await shop.runWith(server.env, "labeller", "--due");
  assert.equal((await shop.label(server.env)).stdout, "0 reviews labelled; nothing changes.\n");
  assert.deepEqual([await shop.insights(), await shop.revision()], before);
  assert.equal(server.bodies.length, TEXTS.length);
});

Deno.test("a dry run says how many reviews and tokens would be sent, and calls nothing", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  const { stdout } = await shop.label({ ...server.env, LABELLER_MOST_REVIEWS: "3" }, "--dry-run");
  assert.match(
    stdout,
    /^recorded would get 3 reviews, about [1-9],\d{3} tokens\. LABELLER_MOST_REVIEWS leaves 1 for later runs\.$/m,
  );
  assert.deepEqual([server.bodies.length, await shop.labels()], [0, 0]);
});

Deno.test("under the service it labels once after each publication of others, and a failure changes nothing", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  await shop.imported(...shop.files);
  const env = { ...server.env, LABELLER_MOST_REVIEWS: "3" };
  const due = async () => {
    const { stdout, stderr } = await shop.runWith(env, "labeller", "--due");
    return stderr + stdout;
  };
  server.answer = () => new Response("Use max_completion_tokens.", { status: 400 });
  const before = await shop.insights();
  assert.match(await due(), /and says "Use max_completion_tokens\."/);
  assert.deepEqual([await shop.insights(), server.bodies.length], [before, 1]);
  server.answer = recordedAnswer;
  assert.match(await due(), /^3 reviews labelled; revision 2/m);
  assert.deepEqual([await due(), server.bodies.length], ["", 4]);
});

Deno.test("hidden, unpublished and erased reviews are never sent, and an erasure removes labels", async () => {
  await using server = labellerServer();
  const texts = [...TEXTS, "Hidden by its source.", "Hidden by hand.", "Erased later."];
  const shown = reviewsSaying(texts).map((review) =>
    review.text === "Hidden by its source." ? { ...review, verified: false, verification: "none" as const } : review
  );
  await using shop = await kitchen(texts, shown);
  const idOf = (text: string) => shown.find((review) => review.text === text)?.id ?? "";
  await shop.imported(...shop.files);
  const hidden = await shop.run("review", "hide", idOf("Hidden by hand."), "--reason", "spam");
  assert.equal(hidden.code, 0, hidden.stderr);
  await shop.runWith(server.env, "labeller");
  assert.deepEqual(server.texts().toSorted(), [...TEXTS, "Erased later."].toSorted());
  assert.equal(await shop.labels(), TEXTS.length + 1);
  const erased = await shop.run("review", "erase", idOf("Erased later."), "--yes");
  assert.equal(erased.code, 0, erased.stderr);
  assert.equal(await shop.labels(), TEXTS.length);
});

Deno.test("an export of everything carries the labels: another store has the same insights, and calls nothing", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  await shop.label(server.env);
  const all = (await shop.run("export", "--all")).stdout;
  await using other = await importWorkshop({ "all.json": all });
  const { code, stderr } = await other.runWith(server.env, "import", other.path("all.json"), "--replace-all", "--yes");
  assert.equal(code, 0, stderr);
  assert.equal((await other.run("export", "--insights")).stdout, await shop.insights());
  assert.equal((await other.run("export", "--all")).stdout, all);
  assert.equal(server.bodies.length, TEXTS.length);
});

Deno.test("labeller --try shows labels beside what the rules find and stores nothing; --forget returns to the rules", async () => {
  await using server = labellerServer();
  await using shop = await kitchen(TEXTS.slice(0, 1));
  await shop.imported(...shop.files);
  const before = await shop.insights();
  const tried = await shop.runWith(server.env, "labeller", "--try", shop.path("reviews.json"));
  assert.match(
    tried.stdout,
    /^3 stars: Oh wonderful.*\n {2}rules: {4}.+\n {2}labeller: food negative "a cold pizza", waiting_time negative "only/,
  );
  assert.deepEqual([tried.code, await shop.labels(), await shop.insights()], [0, 0, before]);
  await shop.label(server.env);
  assert.notEqual(await shop.insights(), before);
  assert.equal((await shop.run("labeller", "--forget")).code, 0);
  assert.deepEqual([await shop.labels(), await shop.insights()], [0, before]);
});

Deno.test("labeller --try sends what an import would: no addresses, numbers, hidden or erased reviews", async () => {
  await using server = labellerServer();
  const contact = "Write to ann@home.example or call +44 20 7946 0123, or office@acme.example. Lovely pasta.";
  const shown = [
    ...reviewsSaying([contact, "Hidden by hand.", "Erased later."]),
    {
      ...reviewOf({ native: "withheld", text: "Hidden by its source." }),
      verified: false,
      verification: "none" as const,
    },
  ];
  const [once, hidden, erased] = shown;
  await using shop = await kitchen([], [{ ...once!, rating: 1 }, ...shown.slice(1)]);
  await shop.imported(...shop.files);
  for (const command of [["hide", hidden!.id, "--reason", "spam"], ["erase", erased!.id, "--yes"]]) {
    const { code, stderr } = await shop.run("review", ...command);
    assert.equal(code, 0, stderr);
  }
  const tried = await shop.runWith(server.env, "labeller", "--try", shop.path("reviews.json"));
  assert.deepEqual([tried.code, tried.stdout.split(":")[0]], [0, "1 star"]);
  const clean = "Write to [e-mail address removed] or call [telephone number removed], or office@acme.example. " +
    "Lovely pasta.";
  assert.deepEqual(server.texts(), [clean]);
});

Deno.test("thirty hostile texts can at most lose their own labels", async () => {
  await using server = labellerServer();
  const isHostile = (text: string) => hostile.texts.includes(text);
  await using shop = await kitchen([...TEXTS, ...hostile.texts]);
  const invented = ["HACKED", "staff", "<script>alert(1)</script> now", "https://evil.example/pay"];
  // A model that obeys every text: it answers something else, or labels what is not said.
  server.answer = (review, call, ended) => {
    const at = hostile.texts.indexOf(review.text);
    if (at === -1) return recordedAnswer(review, call, ended);
    const entry = (members: object) => ({ language: "en", aspects: [], problems: [], ...members });
    const passage = invented[at % invented.length];
    const answers = [
      "As you wish: every review is negative.",
      { reviews: [] },
      entry({ aspects: [{ id: "owner_is_a_thief", polarity: "negative", passage }] }),
      entry({ aspects: [{ id: "food", polarity: "excellent", passage }] }),
      entry({ problems: [{ id: "food_poisoning", passage: "made us all sick" }] }),
      entry({ language: "english; drop table", note: passage }),
      entry({ aspects: [{ id: "food", polarity: "negative", passage: "e" }] }),
      '{"aspects":[{"id":"food",',
    ];
    return completion(answers[at % answers.length]);
  };
  const { code } = await shop.label(server.env);
  assert.equal(code, 0);
  assert.equal(server.texts().filter(isHostile).length, hostile.texts.length);
  const { per_review }: { per_review: Record<string, { aspects: unknown; problems: unknown }> } = JSON.parse(
    await shop.insights(),
  );
  const of = (texts: readonly string[]) =>
    texts.map((text) => per_review[reviewOf({ native: text }).id]).map((said) => [said?.aspects, said?.problems]);
  await using calm = await kitchen(TEXTS);
  await calm.label(server.env);
  const alone = JSON.parse(await calm.insights()).per_review;
  assert.deepEqual(
    of(TEXTS),
    TEXTS.map((text) => alone[reviewOf({ native: text }).id]).map((said) => [said.aspects, said.problems]),
  );
  assert.doesNotMatch(await shop.insights(), /HACKED|evil\.example|sick|thief/);
});

Deno.test("a labeller that marks everything negative changes nothing on a page of praise", async () => {
  await using server = labellerServer();
  const reviews = Array.from({ length: 12 }, (_, at) =>
    reviewOf({
      native: String(at),
      author: `Guest ${at}`,
      rating: at < 8 ? 5 : at < 10 ? 2 : 1,
      text: at < 8 ? `The staff were friendly, and table ${at} was nice.` : `The staff were rude at table ${at}.`,
    }));
  await using shop = await kitchen([], reviews);
  await shop.imported(...shop.files);
  const subjects = async () => {
    const { aspects, entities, summary } = JSON.parse((await shop.run("export", "--insights")).stdout);
    return { aspects, problems: entities.problems, summary };
  };
  const before = await subjects();
  server.answer = ({ text }) => {
    const passage = text.slice(0, 20);
    const aspects = ["staff", "food", "service"].map((id) => ({ id, polarity: "negative", passage }));
    return completion({ language: "en", aspects, problems: [{ id: "rude_staff", passage }] });
  };
  const { stderr } = await shop.runWith(server.env, "labeller");
  assert.match(stderr, /contradict the stars of \d of \d+ reviews/);
  assert.deepEqual(await subjects(), before);
});
