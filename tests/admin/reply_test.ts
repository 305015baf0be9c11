import assert from "node:assert/strict";
import { launchArguments } from "../../cli/launch/launch_arguments.ts";
import { reviewId } from "../../domain/review_id.ts";
import { enteredServer, hiddenFields } from "../support/admin/admin_server.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { standIn } from "../support/service/https_stage.ts";
import { withVariables } from "../support/service/with_variables.ts";

const ANN = reviewOf({ id: reviewId(["google", "ann?1"]), author: "Ann Lee", source: "google" });
const GONE = reviewOf({ id: reviewId(["google", "gone"]), author: "Ben", source: "google" });
const CAY = reviewOf({ native: "cay", author: "Cay Lund", source: "yelp" });
const ZOE = reviewOf({ native: "zoe", author: "Zoe", source: "yelp" });
const CREDENTIALS = { client_id: "id", client_secret: "hush", refresh_token: "refresher" };

/** Google with one review of the location of the sources. `sent` has what was sent to it. */
function googleServer() {
  const listing = standIn([["other"], ["ann?1"]]);
  const sent: unknown[] = [];
  const google = { answer: (): object => ({}) };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (request.method !== "PUT") return await listing(request);
    sent.push([new URL(request.url).pathname, await request.json()]);
    return Response.json(google.answer());
  });
  const api = `http://127.0.0.1:${server.addr.port}`;
  return { endpoints: { token: `${api}/token`, api }, sent, google, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("where Google is connected, an answer is planned, sent to it, shown at once and recorded", async () => {
  await using stage = googleServer();
  await using admin = await enteredServer([ANN, GONE, CAY], { google: stage.endpoints });
  const [path, text] = ["/reviews/reply", " Thank you,\r\nAda "];
  const [SOURCES_FILE, GOOGLE_CREDENTIALS_FILE] = [`${admin.uploads}/sources.json`, `${admin.uploads}/google.json`];
  await Deno.writeTextFile(SOURCES_FILE, JSON.stringify([{ google_location: "accounts/1/locations/2" }]));
  await Deno.writeTextFile(GOOGLE_CREDENTIALS_FILE, JSON.stringify(CREDENTIALS));
  await withVariables({ SOURCES_FILE, GOOGLE_CREDENTIALS_FILE }, async () => {
    assert.match((await admin.get("/reviews")).text, new RegExp(`href="/reviews/${ANN.id}">Answer this review<`));
    const { text: page } = await admin.get(`/reviews/${ANN.id}`);
    assert.match(page, /action="\/reviews\/reply".*<textarea name="text"/s);
    assert.doesNotMatch(page, /Answer at/);

    const { text: plan } = await admin.post(path, { id: ANN.id, text });
    assert.match(plan, /<p class="text" dir="auto">Thank you,\nAda<\/p>.*Your answer is sent to Google, where/s);
    assert.deepEqual(stage.sent, []);
    const { response, text: other } = await admin.post(path, { ...hiddenFields(plan), text: "No." });
    assert.equal(response.status, 200);
    assert.match(other, /Something has changed meanwhile/);
    assert.match(await admin.agree(path, { id: ANN.id, text }), /^Your answer is sent to Google, where everybody/);
    const reply = "/v4/accounts/1/locations/2/reviews/ann%3F1/reply";
    assert.deepEqual(stage.sent, [[reply, { comment: "Thank you,\nAda" }]]);
    assert.match((await admin.get(`/reviews/${ANN.id}`)).text, /Your answer of .*Thank you,\nAda/);
    assert.match((await admin.get("/history")).text, /Answered: 1 changed/);

    stage.google.answer = () => ({ reviewReplyState: "PENDING" });
    assert.match(await admin.agree(path, { id: ANN.id, text: "Better." }), /which checks it before it shows it/);
    const faults = [
      [ANN.id, " ", /The answer is empty\./],
      [ANN.id, "ü".repeat(2049), /The answer is too long: it has 4,098 bytes/],
      [GONE.id, "Thanks.", /Google no longer lists this review/],
    ] as const;
    for (const [id, text, message] of faults) {
      const { response, text: page } = await admin.post(path, { id, text });
      assert.equal(response.status, 400);
      assert.match(page, message);
      assert.equal(typedAnswer(page), text);
    }
    const typed = "Many\nthanks.";
    await admin.post(path, { id: ANN.id, text: typed });
    assert.equal(typedAnswer((await admin.get(`/reviews/${ANN.id}`)).text), typed);
    assert.equal(stage.sent.length, 2);
    await stage[Symbol.asyncDispose]();
    const unreachable = await admin.post(path, { id: ANN.id, text: typed });
    assert.deepEqual([unreachable.response.status, typedAnswer(unreachable.text)], [400, typed]);
    assert.match(unreachable.text, /127\.0\.0\.1 cannot be reached\./);
  });
});

Deno.test("a review from elsewhere is answered here; the answer outlives imports, and can be saved for others", async () => {
  await using admin = await enteredServer([CAY, GONE, ZOE]);
  // The author's name is filled in before the preview, also where the owner has typed its place.
  const fields = { id: CAY.id, text: "Thank you, {name}.", save: "yes" };
  assert.match((await admin.post("/reviews/reply", fields)).text, /<p class="text" dir="auto">Thank you, Cay Lund\.</);
  assert.match((await admin.post("/reviews/reply", fields)).text, /published with the review, for all readers/);
  // An answer to another review that was begun meanwhile stays.
  await admin.post("/drafts/keep", { "plan:path": "/reviews/reply", id: ZOE.id, text: "Dear Zoe," });
  assert.equal(
    await admin.agree("/reviews/reply", fields),
    "Your answer is published with the review, for all readers.",
  );
  assert.equal(typedAnswer((await admin.get(`/reviews/${ZOE.id}`)).text), "Dear Zoe,");
  await admin.post("/drafts/discard", { "plan:path": "/reviews/reply", id: ZOE.id });
  await admin.publish([CAY, GONE, ZOE]);
  const file = new File([JSON.stringify([CAY])], "a.json");
  await admin.agree("/reviews/reply", fields);
  await admin.agree("/add", { files: file });
  assert.match((await admin.get(`/reviews/${CAY.id}`)).text, /Your answer of /);
  // Other names that a saved answer holds go with the reviews of these people.
  await admin.agree("/reviews/reply", { ...fields, text: "Cay, Cayman, Ms Lund and Zoe are here.", save: "yes" });
  await admin.agree("/reviews/reply", { ...fields, save: "" });
  assert.match((await admin.get(`/reviews/${ZOE.id}`)).text, />Zoe, Cayman, Ms Zoe and Zoe are here\.</);
  await admin.agree("/reviews/erase", { id: ZOE.id }, { "plan:typed": "Zoe" });
  assert.doesNotMatch((await admin.get(`/reviews/${CAY.id}`)).text, /Cayman/);
  const { text } = await admin.get(`/reviews/${CAY.id}?answer=0`);
  assert.match(text, /Your answer of .*Thank you, Cay Lund\./s);
  assert.equal(typedAnswer(text), "Thank you, Cay Lund.");
  // What was typed after "Use it" is there again when the page is.
  await admin.post("/drafts/keep", { "plan:path": "/business/publish", name: "Acme", telephone: "555" });
  const typed = { "plan:path": "/reviews/reply", id: CAY.id, answer: "0" };
  for (let length = 1; length <= 100; length++) {
    await admin.post("/drafts/keep", { ...typed, text: "x".repeat(length) });
  }
  await admin.post("/drafts/keep", { ...typed, text: "Thanks." });
  // However often a form is kept while somebody types, others stay.
  assert.match(
    (await admin.get("/business")).text,
    /name="telephone"[^>]*value="555"|value="555"[^>]*name="telephone"/,
  );
  assert.equal(typedAnswer((await admin.get(`/reviews/${CAY.id}?answer=0`)).text), "Thanks.");
  assert.equal(typedAnswer((await admin.get(`/reviews/${CAY.id}?answer=0.1`)).text), "Thank you, Cay Lund.");
  await admin.post("/drafts/discard", { "plan:path": "/reviews/reply", id: CAY.id });
  assert.match(text, /Thank you, Cay Lund\.<\/span> <a [^>]*href="\?answer=0\.\d+">Use it/);
  assert.equal(typedAnswer((await admin.get(`/reviews/${GONE.id}`)).text), undefined);
  assert.match(
    (await admin.post("/reviews/reply", { id: CAY.id, remove: "yes" })).text,
    /<del>Thank you, Cay Lund\.<\/del>/,
  );
  assert.equal(await admin.agree("/reviews/reply", { id: CAY.id, remove: "yes" }), "Your answer is removed.");
  assert.doesNotMatch((await admin.get(`/reviews/${CAY.id}`)).text, /Your answer of|name="remove"/);
});

/** What the field for the answer holds on a page. */
function typedAnswer(page: string): string | undefined {
  return /<textarea[^>]*name="text"[^>]*>([^<]*)<\/textarea>/.exec(page)?.[1];
}

Deno.test("without credentials of Google the link to the platform stays, and the program may not call Google", async () => {
  await using admin = await enteredServer([ANN]);
  const { text } = await admin.get(`/reviews/${ANN.id}`);
  assert.match(text, /href="https:\/\/business.google.com\/reviews"[^>]*>Answer at Google/);
  assert.doesNotMatch(text, /\/reviews\/reply/);
  const hosts = (variables: Readonly<Record<string, string>>) =>
    launchArguments("admin", (name) => variables[name], ["--no-open"]).find((one) => one.startsWith("--allow-net"));
  assert.equal(hosts({}), "--allow-net=127.0.0.1");
  const both = "oauth2.googleapis.com:443,mybusiness.googleapis.com:443";
  assert.equal(hosts({ GOOGLE_CREDENTIALS_FILE: "x" }), `--allow-net=127.0.0.1,${both}`);
});
