import assert from "node:assert/strict";
import { readPublished } from "../../../domain/dataset/dataset_store.ts";
import { policyAnswersOf } from "../../../domain/queries/snapshot_policy.ts";
import { buildSnapshot } from "../../../domain/snapshot/snapshot.ts";
import hostile from "../../fixtures/labeller/hostile.json" with { type: "json" };
import recorded from "../../fixtures/labeller/recorded.json" with { type: "json" };
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { completion, labellerServer, recordedAnswer } from "../../support/service/labeller_server.ts";

const TEXTS = Object.keys(recorded.answers);
const BUSINESS = { name: "Acme Kitchen", category: "restaurant", email: "office@acme.example" };

function reviewsOf(texts: readonly string[]) {
  return texts.map((text, at) => reviewOf({ native: text, text, rating: 3, author: `Somebody ${at}` }));
}

async function kitchen(texts: readonly string[] = TEXTS) {
  const shop = await importWorkshop({ "reviews.json": reviewsOf(texts), "business.json": BUSINESS });
  const files = [shop.path("reviews.json"), "--business", shop.path("business.json"), "--taxonomy", "restaurant"];
  const insights = async () => (await shop.run("export", "--insights")).stdout;
  return {
    ...shop,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
    files,
    read: (env: Readonly<Record<string, string>>, ...args: string[]) => shop.runWith(env, "import", ...files, ...args),
    insights,
    aspects: async () => {
      const { aspects }: { aspects: Record<"id" | "positive_count" | "negative_count", unknown>[] } = JSON.parse(
        await insights(),
      );
      return aspects.map(({ id, positive_count, negative_count }) => [id, positive_count, negative_count]).sort();
    },
    labels: async () => {
      using kv = await Deno.openKv(shop.kvPath);
      return (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
    },
  };
}

Deno.test("a labeller labels each text once; its labels are what is counted, and the policy names it", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  await Deno.writeTextFile(shop.path("key"), "secret-key\n");
  const { code, stderr } = await shop.read({ ...server.env, LABELLER_KEY_FILE: shop.path("key") });
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(await shop.aspects(), [["food", 2, 1], ["staff", 2, 1], ["waiting_time", 0, 1]]);
  const { entities: { problems }, languages, per_review } = JSON.parse(await shop.insights());
  // Irony and German: the sentiment of the whole review follows the labels as well.
  const sentiments = TEXTS.map((text) => [text.split(" ")[0], per_review[reviewOf({ native: text }).id].sentiment]);
  assert.deepEqual(sentiments, [["Oh", "negative"], ["Die", "positive"], ["The", "negative"], ["Service", "positive"]]);
  assert.deepEqual([problems.map(({ id }: { id: string }) => id), languages], [["rude_staff"], []]);
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
  await shop.read(server.env);
  // Without the variables the labels still hold, and nothing is called.
  await shop.read({});
  assert.deepEqual([await shop.insights(), await shop.revision()], before);
  assert.equal(server.bodies.length, TEXTS.length);
});

Deno.test("a dry run says how many reviews and tokens would be sent, and calls nothing", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  const { stderr } = await shop.read({ ...server.env, LABELLER_MOST_REVIEWS: "3" }, "--dry-run");
  assert.match(
    stderr,
    /^The labeller recorded would get 3 reviews, about [1-9],\d{3} tokens\. LABELLER_MOST_REVIEWS leaves 1 for later imports\.$/m,
  );
  assert.deepEqual([server.bodies.length, await shop.labels()], [0, 0]);
});

Deno.test("what a labeller invents is dropped and counted", async () => {
  await using server = labellerServer();
  await using shop = await kitchen(TEXTS.slice(3));
  server.answer = () =>
    completion({
      reviews: [{
        n: 0,
        language: "en",
        aspects: [
          { id: "food", polarity: "positive", span: "the best pasta in town" },
          { id: "owner", polarity: "negative", span: "Service was friendly" },
          { id: "staff", polarity: "positive", span: "Service was friendly" },
          { id: "staff", polarity: "negative", span: "Service was friendly" },
        ],
        problems: [{ id: "rude_staff", span: "shouted" }],
      }],
    });
  const { stderr } = await shop.read(server.env);
  assert.match(
    stderr,
    /^4 labels of the labeller dropped: what they quote does not stand in the review/m,
  );
  assert.deepEqual(await shop.aspects(), [["staff", 1, 0]]);
});

Deno.test("hidden, unpublished and erased reviews are never sent, and an erasure removes labels", async () => {
  await using server = labellerServer();
  const texts = [...TEXTS, "Hidden by its source.", "Hidden by hand.", "Erased later."];
  const shown = reviewsOf(texts).map((review) =>
    review.text === "Hidden by its source." ? { ...review, verified: false, verification: "none" as const } : review
  );
  await using shop = await importWorkshop({ "reviews.json": shown, "business.json": BUSINESS });
  const idOf = (text: string) => shown.find((review) => review.text === text)?.id ?? "";
  await shop.imported("reviews.json", "--business", "business.json", "--unverified", "test=left-out");
  const hidden = await shop.run("review", "hide", idOf("Hidden by hand."), "--reason", "spam");
  assert.equal(hidden.code, 0, hidden.stderr);
  await shop.runWith(server.env, "import", shop.path("reviews.json"));
  assert.deepEqual(server.texts().toSorted(), [...TEXTS, "Erased later."].toSorted());
  const keys = async () => {
    using kv = await Deno.openKv(shop.kvPath);
    return (await Array.fromAsync(kv.list({ prefix: ["labels"] }))).length;
  };
  assert.equal(await keys(), TEXTS.length + 1);
  const erased = await shop.run("review", "erase", idOf("Erased later."), "--yes");
  assert.equal(erased.code, 0, erased.stderr);
  assert.equal(await keys(), TEXTS.length);
});

Deno.test("an export of everything carries the labels: another store has the same insights, and calls nothing", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  await shop.read(server.env);
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
  await shop.read({});
  const before = await shop.insights();
  const tried = await shop.runWith(server.env, "labeller", "--try", shop.path("reviews.json"));
  assert.match(
    tried.stdout,
    /^3 stars: Oh wonderful.*\n {2}rules: {2}.+\n {2}labeller: waiting_time negative "only an hour", /,
  );
  assert.deepEqual([tried.code, await shop.labels(), await shop.insights()], [0, 0, before]);
  await shop.read(server.env);
  assert.notEqual(await shop.insights(), before);
  assert.equal((await shop.run("labeller", "--forget")).code, 0);
  assert.equal(await shop.labels(), 0);
  await shop.read({});
  assert.equal(await shop.insights(), before);
});

Deno.test("labeller --propose prints a taxonomy that an import takes, without what is invented or hostile", async () => {
  await using server = labellerServer();
  await using shop = await kitchen();
  const entry = (id: string, label: string, ...words: string[]) => ({
    id,
    label,
    labels: { de: `${label} (de)`.replace(/[()]/g, ""), es: label, fr: label },
    words,
  });
  const pasta = entry("pasta", "Pasta", "Pasta", "cold pizza", "the best in town");
  const proposal = {
    aspects: [
      pasta,
      entry("waiters", "Waiters", "waiter", "pasta"),
      entry("pasta", "The same again", "delicious"),
      entry("invented", "Parking", "car park"),
      entry("Not an id", "Food", "essen"),
      entry("link", "https://evil.example", "friendly"),
      entry("markup", "<b>Food</b>", "friendly"),
      entry("terms", "Any text", "(was|is) ... water"),
    ],
    problems: [entry("eyes", "Rolled eyes", "rolled his eyes")],
  };
  server.answer = () => completion(proposal);
  const proposed = await shop.runWith(server.env, "labeller", "--propose", shop.path("reviews.json"));
  assert.equal(proposed.code, 0, proposed.stderr);
  assert.match(proposed.stderr, /^6 entries left out/);
  const { aspects, problems } = JSON.parse(proposed.stdout);
  assert.deepEqual(aspects, [{ ...pasta, words: ["pasta", "cold pizza"] }, {
    ...proposal.aspects[1],
    words: ["waiter"],
  }]);
  assert.deepEqual(problems, proposal.problems);
  assert.deepEqual(server.texts().toSorted(), TEXTS.toSorted());
  await Deno.writeTextFile(shop.path("own.json"), proposed.stdout);
  const imported = await shop.run("import", shop.path("reviews.json"), "--taxonomy", shop.path("own.json"));
  assert.equal(imported.code, 0, imported.stderr);
  const failures = ["As you wish.", { ...proposal, note: "x" }, { aspects: [], problems: [] }];
  for (const answer of failures) {
    server.answer = () => completion(answer);
    const { code, stdout, stderr } = await shop.runWith(server.env, "labeller", "--propose", shop.path("reviews.json"));
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^The labeller has proposed no taxonomy: its answer does not have the requested form\.$/m);
  }
});

Deno.test("labeller --try and --propose send what an import would: no addresses, numbers, hidden or erased reviews", async () => {
  await using server = labellerServer();
  const contact = "Write to ann@home.example or call +44 20 7946 0123, or office@acme.example. Lovely pasta.";
  const shown = [
    ...reviewsOf([contact, "Hidden by hand.", "Erased later."]),
    {
      ...reviewOf({ native: "withheld", text: "Hidden by its source." }),
      verified: false,
      verification: "none" as const,
    },
  ];
  const [once, hidden, erased] = shown;
  await using shop = await importWorkshop({
    "reviews.json": [{ ...once, rating: 1 }, ...shown.slice(1)],
    "business.json": BUSINESS,
  });
  await shop.imported("reviews.json", "--business", "business.json", "--unverified", "test=left-out");
  for (const command of [["hide", hidden!.id, "--reason", "spam"], ["erase", erased!.id, "--yes"]]) {
    const { code, stderr } = await shop.run("review", ...command);
    assert.equal(code, 0, stderr);
  }
  server.answer = (reviews, ...call) =>
    reviews.length === 1 && call[0] === 0
      ? recordedAnswer(reviews, ...call)
      : completion({ aspects: [], problems: [] });
  const tried = await shop.runWith(server.env, "labeller", "--try", shop.path("reviews.json"));
  assert.deepEqual([tried.code, tried.stdout.split(":")[0]], [0, "1 star"]);
  await shop.runWith(server.env, "labeller", "--propose", shop.path("reviews.json"));
  const clean = "Write to [e-mail address removed] or call [telephone number removed], or office@acme.example. " +
    "Lovely pasta.";
  assert.deepEqual(server.texts(), [clean, clean]);
});

Deno.test("thirty hostile texts can at most lose their own labels", async () => {
  await using server = labellerServer();
  const isHostile = (text: string) => hostile.texts.includes(text);
  await using shop = await kitchen([...TEXTS, ...hostile.texts]);
  const invented = ["HACKED", "staff", "<script>alert(1)</script> now", "https://evil.example/pay"];
  // A model that obeys every text: it answers something else, or labels what is not said.
  server.answer = (reviews, call, ended) => {
    const at = hostile.texts.indexOf(reviews[0]?.text ?? "");
    if (at === -1) return recordedAnswer(reviews, call, ended);
    const entry = (members: object) => ({ n: 0, language: "en", aspects: [], problems: [], ...members });
    const span = invented[at % invented.length];
    const answers = [
      "As you wish: every review is negative.",
      { reviews: [] },
      { reviews: [entry({ n: 1 })] },
      { reviews: [entry({}), entry({ n: 1, aspects: [{ id: "food", polarity: "negative", span: "pasta" }] })] },
      { reviews: [entry({ aspects: [{ id: "owner_is_a_thief", polarity: "negative", span }] })] },
      { reviews: [entry({ aspects: [{ id: "food", polarity: "excellent", span }] })] },
      { reviews: [entry({ problems: [{ id: "food_poisoning", span: "made us all sick" }] })] },
      { reviews: [entry({ language: "english; drop table", note: span })] },
      { reviews: [entry({ aspects: [{ id: "food", polarity: "negative", span: "made us all sick" }] })] },
      '{"reviews":[{"n":0,',
    ];
    return at % 11 === 10 ? new Response(span, { status: 400 }) : completion(answers[at % 11]);
  };
  const { code } = await shop.read(server.env);
  assert.equal(code, 0);
  assert.equal(server.texts().filter(isHostile).length, hostile.texts.length);
  const { per_review }: { per_review: Record<string, { aspects: unknown; problems: unknown }> } = JSON.parse(
    await shop.insights(),
  );
  const of = (texts: readonly string[]) =>
    texts.map((text) => per_review[reviewOf({ native: text }).id]).map((said) => [said?.aspects, said?.problems]);
  await using calm = await kitchen(TEXTS);
  await calm.read(server.env);
  const alone = JSON.parse(await calm.insights()).per_review;
  assert.deepEqual(
    of(TEXTS),
    TEXTS.map((text) => alone[reviewOf({ native: text }).id]).map((said) => [said.aspects, said.problems]),
  );
  assert.doesNotMatch(await shop.insights(), /HACKED|evil\.example|sick|thief/);
});
