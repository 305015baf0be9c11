import assert from "node:assert/strict";
import { launchArguments } from "../../cli/launch/launch_arguments.ts";
import { revisionDataset } from "../../cli/history/shown_revision.ts";
import { wishOfIds } from "../../cli/review/choose_reviews.ts";
import { executeReviewsChange, hiding } from "../../cli/review/hide.ts";
import { checkedReply, connectGoogle, executeReply } from "../../cli/review/reply.ts";
import { googleReplies } from "../../cli/watch/google_source.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { reviewId } from "../../domain/review_id.ts";
import type { Store } from "../../domain/store/store.ts";
import { publishImport } from "../support/import/publish_import.ts";
import { importWorkshop } from "../support/import/import_reading.ts";
import { importOf, reviewOf } from "../support/reviews/review_of.ts";
import { hideReviews } from "../support/store/hide_reviews.ts";
import { Stage, standIn } from "../support/service/https_stage.ts";

const ANN = reviewOf({ id: reviewId(["google", "ann?1"]), author: "Ann", source: "google" });
const GONE = reviewOf({ id: reviewId(["google", "gone"]), author: "Ben", source: "google" });
const CAT = reviewOf({ native: "cat", author: "Cat", source: "yelp" });
const RUN = { answers: new Map(), planned: null, dryRun: false, keptRevisions: 10 };
const YES = { ...RUN, answers: "yes" } as const;
const THANKS = checkedReply(ANN.id.slice(0, 8).toLowerCase(), " Thank you,\r\nAda ");
const today = () => new Date().toISOString().slice(0, 10);

/** A store with three reviews, and Google with one of them. */
async function stageOfReplies(reviewReply?: Readonly<Record<string, string>>) {
  const stage = new Stage();
  const kv: Store = await Deno.openKv(":memory:");
  await publishImport(kv, importOf([ANN, GONE, CAT]), false);
  const whole = standIn([["other"]]);
  const sent: unknown[] = [];
  const google = { answer: (body: unknown): Response | Promise<Response> => Response.json(body) };
  stage.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "PUT") {
      const { headers } = request;
      const body = await request.json();
      sent.push([pathname, headers.get("authorization"), headers.get("content-type"), body]);
      return google.answer(body);
    }
    if (!pathname.startsWith("/v4/accounts/1/locations/2")) return await whole(request);
    return Response.json({ reviews: [{}, { name: "accounts/9/locations/2/reviews/ann?1", reviewReply }] });
  };
  const access = stage.access();
  return {
    kv,
    google,
    sent,
    replies: googleReplies(access, ["accounts/1/locations/2"]),
    history: async () => {
      const revisions = await readRevisions(kv);
      const { reviews, hidden = [] } = await revisionDataset(kv, revisions, revisions.published ?? 0);
      const { owner_reply } = [...reviews, ...hidden].find(({ id }) => id === ANN.id) ?? {};
      return { commands: revisions.entries.map(({ record }) => record.publication?.command), owner_reply };
    },
    async [Symbol.asyncDispose]() {
      await access.client.close();
      kv.close();
      await stage[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a reply is sent once to Google after a yes, then published and recorded", async () => {
  await using shop = await stageOfReplies();
  const { kv, replies, sent, history } = shop;
  const { plan, end, isPending } = await executeReply(kv, THANKS, replies, { ...YES, dryRun: true });
  assert.deepEqual([end, isPending], ["dry run", false]);
  assert.deepEqual([plan.revision, plan.effect], [1, { before: null, after: "Thank you,\nAda" }]);
  assert.equal((await executeReply(kv, THANKS, replies, RUN)).end, "unconfirmed");
  assert.deepEqual([sent, (await history()).commands], [[], ["import"]]);
  const answered = { ...RUN, answers: new Map([["reply", "yes"]]), planned: plan };
  const other = { ...THANKS, text: "No." };
  await assert.rejects(executeReply(kv, other, replies, answered), /^UsageError: The plan has changed meanwhile/);
  const done = await executeReply(kv, THANKS, replies, answered);
  assert.deepEqual([done.end, done.head?.number], ["published", 2]);
  const path = "/v4/accounts/1/locations/2/reviews/ann%3F1/reply";
  assert.deepEqual(sent, [[path, "Bearer sesame", "application/json", { comment: "Thank you,\nAda" }]]);
  const owner_reply = { text: "Thank you,\nAda", date: today() };
  assert.deepEqual(await history(), { commands: ["review reply", "import"], owner_reply });
});

Deno.test("a reply that would be replaced is shown, and one that Google checks first is pending", async () => {
  await using shop = await stageOfReplies({ comment: "Earlier." });
  const { plan } = await executeReply(shop.kv, THANKS, shop.replies, RUN);
  assert.equal(plan.effect.before, "Earlier.");
  assert.match(String(plan.choices[0]?.question), /replace this one: Earlier\.$/);
  shop.google.answer = () => Response.json({ comment: "x", reviewReplyState: "PENDING" });
  const run = { ...YES, program: "admin" };
  assert.equal((await executeReply(shop.kv, THANKS, shop.replies, run)).isPending, true);
  assert.deepEqual((await shop.history()).commands, ["admin reply", "import"]);
});

Deno.test("a reply that Google refuses is not published", async () => {
  await using shop = await stageOfReplies();
  const refusals: readonly (readonly [status: number, RegExp])[] = [
    [401, /rejects the access token/],
    [403, /refuses access/],
    [404, /does not know the review \(404\)/],
    [429, /quota is used up/],
    [500, /answers with 500/],
  ];
  for (const [status, message] of refusals) {
    shop.google.answer = () => new Response("{}", { status });
    await assert.rejects(executeReply(shop.kv, THANKS, shop.replies, YES), { name: "SourceError", message });
  }
  assert.equal(shop.sent.length, refusals.length);
  assert.deepEqual((await shop.history()).commands, ["import"]);
});

Deno.test("only a published review that Google lists is answered", async () => {
  await using shop = await stageOfReplies();
  await executeReviewsChange(shop.kv, hiding("spam", null), wishOfIds([ANN.id]), RUN);
  const refusals: readonly (readonly [id: string, RegExp])[] = [
    [ANN.id, /is hidden; reply takes reviews that are published\.$/],
    [GONE.id, /^Google lists no review \w+ at the locations/],
    [CAT.id, /is from yelp; reply takes reviews of the source google\.$/],
    ["00000000", /^No review has an id that begins with 00000000/],
  ];
  for (const [id, message] of refusals) {
    await assert.rejects(executeReply(shop.kv, { ...THANKS, id }, shop.replies, YES), { message });
  }
  assert.deepEqual(shop.sent, []);
});

Deno.test("if the publication fails after the reply was sent, one sentence says so, and a repetition publishes it", async () => {
  await using shop = await stageOfReplies();
  const { kv, google, replies } = shop;
  const failing = new Proxy(kv, {
    get: (_, name) => {
      if (shop.sent.length > 0) throw new Error("away");
      const member = Reflect.get(kv, name);
      return typeof member === "function" ? member.bind(kv) : member;
    },
  });
  const message =
    /^Google has the reply, but it could not be published here; the next poll brings it\. The reason: Erro/;
  await assert.rejects(executeReply(failing, THANKS, replies, YES), { name: "OperatorError", message });
  assert.deepEqual((await shop.history()).commands, ["import"]);
  google.answer = async (body) => {
    await hideReviews(kv, [ANN.id]);
    return Response.json(body);
  };
  assert.equal((await executeReply(kv, THANKS, replies, YES)).end, "published");
  const { commands, owner_reply } = await shop.history();
  // The reply stays with a review that was hidden meanwhile.
  assert.deepEqual([commands, owner_reply?.date], [["review reply", "review hide", "import"], today()]);
});

Deno.test("review reply says what is missing, and may call Google alone of the commands on reviews", async () => {
  await using shop = await importWorkshop({ "all.json": [ANN] });
  await shop.imported("all.json");
  const refused = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
    const { code, stderr } = await shop.runWith(env, "review", "reply", ...args);
    assert.equal(code, 1);
    return stderr;
  };
  const text = ["--text", "Thanks."];
  assert.match(
    await refused({}, ANN.id, ...text),
    /^No Google source is set\. SOURCES_FILE or a file beside the store names it;/,
  );
  const SOURCES_FILE = shop.path("sources.json");
  await Deno.writeTextFile(SOURCES_FILE, JSON.stringify([{ google_location: "accounts/1/locations/2" }]));
  assert.match(
    await refused({ SOURCES_FILE }, ANN.id, ...text),
    /^GOOGLE_CREDENTIALS_FILE is not set; it names the file/,
  );
  const whole = { client_id: "a", client_secret: "b", refresh_token: "c" };
  const files = [
    ["{", /^The file that GOOGLE_CREDENTIALS_FILE names holds no JSON object\.$/m],
    ["[1]", / names holds no JSON object\.$/m],
    [JSON.stringify({ ...whole, refresh_token: undefined }), / names lacks refresh_token\.$/m],
    [JSON.stringify({ client_secret: "b", refresh_token: "" }), / names lacks client_id, refresh_token\.$/m],
    [JSON.stringify({ installed: whole }), / names is Google's download of the application\. Write its client_id /],
  ] as const;
  for (const [content, message] of files) {
    await Deno.writeTextFile(shop.path("google.json"), content);
    const env = { SOURCES_FILE, GOOGLE_CREDENTIALS_FILE: shop.path("google.json") };
    assert.match(await refused(env, ANN.id, ...text), message);
  }
  assert.match(await refused({}, ...text), /^reply needs the id of one review/);
  assert.match(await refused({}, ANN.id), /^--text is missing/);
  assert.match(
    await refused({}, ANN.id, "--text", "ü".repeat(2049)),
    /^The reply has 4,098 bytes; allowed are at most 4,096/,
  );
  assert.match(await refused({}, ANN.id, "--text", " \n"), /^The reply is empty/);
  await assert.rejects(connectGoogle(() => undefined), /^UsageError: No Google source/);
  const permissions = (...args: string[]) =>
    launchArguments("review", (name) => ({ SOURCES_FILE: "s.json", GOOGLE_CREDENTIALS_FILE: "g.json" })[name], args);
  assert.ok(permissions("reply").includes("--allow-read=.data,.data/reviews.kv,s.json,g.json"));
  assert.ok(permissions("reply").includes("--allow-net=oauth2.googleapis.com:443,mybusiness.googleapis.com:443"));
  assert.ok(!permissions("list").some((one) => one.startsWith("--allow-net")));
});
