import assert from "node:assert/strict";
import { alertRound, readReceiverState } from "../../../cli/alerts/alert_rounds.ts";
import { alertSender, connect, type SendAlert, sendMail } from "../../../cli/alerts/alert_sender.ts";
import { readAlertSettings } from "../../../cli/alerts/alert_settings.ts";
import { executeWithdrawal } from "../../../cli/history/undo.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { publishImport } from "../../support/import/publish_import.ts";
import type { DatasetImport } from "../../../domain/dataset/import_dataset.ts";
import { eraseReviews } from "../../../domain/dataset/erase_reviews.ts";
import { pruneRevisions } from "../../../domain/dataset/history.ts";
import { type Passkey, peopleKey, type Person } from "../../../domain/people.ts";
import { writeSourceState } from "../../../cli/watch/source_state.ts";
import { businessOf, importOf, reviewOf } from "../../support/reviews/review_of.ts";
import { alertReceivers } from "../../support/service/alert_receivers.ts";
import { hideReviews } from "../../support/store/hide_reviews.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";

const SITE = { baseUrl: "https://reviews.example" };
const MINUTE = 60_000;
const LATE = {
  native: "late",
  author: "Ann\r\nBcc: \u202eall@example.com <!channel>",
  rating: 1,
  text:
    "Two hours late, and Jake overcharged us. I want a refund.\nAnswer: https://evil.example\u2028Answer: [press](x) *now*",
  source: "csv",
  source_url: "https://maps.example/r/1",
};
const BAD = { native: "bad", author: "Ben", rating: 2, text: "They never called back." };

/** A store with one old review, and receivers of its alerts. */
class Stage implements AsyncDisposable {
  now = Date.parse("2026-11-24T10:00:00Z");

  private constructor(readonly kv: Deno.Kv, readonly receivers: readonly unknown[], public send: SendAlert) {}

  static async make(receivers: readonly unknown[], send: SendAlert = alertSender(SITE)): Promise<Stage> {
    const stage = new Stage(await Deno.openKv(":memory:"), receivers, send);
    await stage.publish([{ native: "old", rating: 1, author: "Old" }], { business: businessOf() });
    await stage.round();
    return stage;
  }

  async publish(reviews: readonly Parameters<typeof reviewOf>[0][], more: Partial<DatasetImport> = {}): Promise<void> {
    await publishImport(this.kv, importOf(reviews.map((review) => reviewOf(review)), more), false);
  }

  /** Sets the result of the last poll of a source; null for no failure. */
  async source(reason: string | null): Promise<void> {
    const times = { polledAt: this.now, nextPollAt: this.now, importedAt: null };
    const result = reason === null ? "unchanged" as const : "failed" as const;
    await writeSourceState(this.kv, "shop", { kind: "url", result, reason, failures: 1, memory: {}, ...times });
  }

  async round(kv: Deno.Kv = this.kv): Promise<readonly string[]> {
    const receivers = readAlertSettings(() => "alerts.json", () => JSON.stringify(this.receivers)) ?? [];
    const { send } = this;
    const rounds = await alertRound({ kv, receivers, site: SITE, send, now: () => this.now });
    return rounds.map(({ result }) => result);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.resolve(this.kv.close());
  }
}

Deno.test("a bad review is told once, with what is needed to answer, by mail and in the shape of each service", async () => {
  await using receivers = await alertReceivers();
  const { smtp, origin, mails, hooks } = receivers;
  const password = await Deno.makeTempFile();
  await Deno.writeTextFile(password, "hush\n");
  await using stage = await Stage.make([
    { mail: ["owner@acme.example"], smtp, from: "reviews@acme.example", user: "reviews", password_file: password },
    ...["slack", "teams", "discord", "webhook"].map((kind) => ({ [kind]: `${origin}/${kind}?key=quiet` })),
    { ntfy: `${origin}/acme`, token_file: password },
  ]);
  assert.deepEqual([mails.length, hooks.length], [0, 0]);
  await stage.publish([LATE, { native: "good", rating: 5, text: "Quick." }]);
  assert.deepEqual(new Set(await stage.round()), new Set(["sent"]));
  assert.deepEqual(new Set(await stage.round()), new Set(["nothing"]));
  assert.equal(mails.length, 1);
  const [mail = ""] = mails;
  const told = ["1 star", "★☆☆☆☆", "(Tables of the business)", "I want a refund.", "at most 2 stars", LATE.source_url];
  for (const words of told) assert.ok(mail.includes(words), `${words}: ${mail}`);
  // The author's line break must not begin a header field.
  assert.doesNotMatch(mail, /^Bcc:/m);
  assert.match(mail, /^Auto-Submitted: auto-generated\r?$/m);
  assert.doesNotMatch(mail, /Quick/);
  // Only the program's own line offers an answer.
  assert.deepEqual(mail.match(/^.*Answer: .*$/gm)?.map((line) => line.trimEnd()), [
    "> Answer: https://evil.example",
    "> Answer: [press](x) *now*",
    "Answer: https://maps.example/r/1",
  ]);
  const shown = new Map(hooks.map(({ path, body }) => [path, JSON.stringify(body)]));
  assert.equal(hooks.length, 5);
  assert.match(shown.get("/slack") ?? "", /&lt;!channel&gt;.*I want a refund.*&gt; Answer: \[press\].*"mrkdwn":false/);
  assert.match(shown.get("/discord") ?? "", /"\*\*.*\\\\<\\\\!channel.*"allowed_mentions":\{"parse":\[\]\}/);
  const bodyOf = (service: string) => Object(hooks.find(({ path }) => path === service)?.body);
  const { embeds: [{ description }] } = bodyOf("/discord");
  assert.match(
    description,
    /^> Answer\\: \\\[press\\\]\\\(x\\\) \\\*now\\\*\n[^]*^Answer: https:\/\/maps\.example\/r\/1$/m,
  );
  // Teams shows a run of text as it is, a block of text as Markdown.
  const { body }: { body: readonly object[] } = bodyOf("/teams").attachments[0].content;
  const markdown = body.filter((block) => "text" in block);
  assert.match(JSON.stringify(markdown), /"Answer: https:\/\/maps\.example\/r\/1"/);
  assert.doesNotMatch(JSON.stringify(markdown), /channel|refund|press|evil/);
  assert.match(JSON.stringify(body), /"text":"> Answer: \[press\]/);
  assert.match(
    shown.get("/webhook") ?? "",
    /^\{"subject":"[^\u202e]* \(Tables of the business\)".*"url":"https:\/\/maps.example\/r\/1"\}/,
  );
  assert.match(shown.get("/") ?? "", /^\{"topic":"acme","title":".*"click":"https:\/\/maps.example\/r\/1"\}/);
  assert.equal(hooks.find(({ path }) => path === "/")?.authorization, "Bearer hush");
  await Deno.remove(password);
});

Deno.test("a receiver that refuses is asked again, later after each failure in a row, with all that has come meanwhile", async () => {
  await using receivers = await alertReceivers();
  await using stage = await Stage.make([{ webhook: receivers.origin }]);
  receivers.status = 302;
  await stage.publish([LATE]);
  assert.deepEqual(await stage.round(), ["failed"], "a redirect takes no message");
  await stage.publish([BAD]);
  assert.deepEqual(await stage.round(), ["waits"]);
  stage.now += MINUTE;
  assert.deepEqual(await stage.round(), ["failed"]);
  receivers.status = 200;
  assert.deepEqual(await stage.round(), ["waits"]);
  stage.now += MINUTE;
  assert.deepEqual(await stage.round(), ["waits"]);
  stage.now += MINUTE;
  assert.deepEqual(await stage.round(), ["sent"]);
  assert.deepEqual(await stage.round(), ["nothing"]);
  assert.equal(receivers.hooks.length, 3);
  assert.equal(Object(receivers.hooks[2]?.body).url, "https://reviews.example/", "several reviews lead to all");
  assert.match(JSON.stringify(receivers.hooks[2]?.body), /2 new reviews.*(?:refund.*called back|called back.*refund)/);
  // Nobody can answer on the pages of the service.
  assert.match(
    JSON.stringify(receivers.hooks[2]?.body),
    /> They never called back\.[^>]*Page: https?:\/\/[^ ]*\/reviews\//,
  );
  stage.now += 10 * MINUTE;
  receivers.status = 500;
  await stage.publish([{ ...BAD, native: "next" }]);
  assert.deepEqual(await stage.round(), ["failed"]);
  receivers.status = 200;
  stage.now += MINUTE;
  assert.deepEqual(await stage.round(), ["sent"], "a success ends the row of failures");
});

Deno.test("news within the pause after a message wait for one digest, which has five reviews in full", async () => {
  await using receivers = await alertReceivers();
  await using stage = await Stage.make([{ webhook: receivers.origin, pause_minutes: 10 }]);
  await stage.publish([BAD]);
  assert.deepEqual(await stage.round(), ["sent"]);
  await stage.source("shop.example answers with 500.");
  assert.deepEqual(await stage.round(), ["waits"]);
  for (let n = 0; n < 3; n++) {
    const late = { ...LATE, attributes: { date_precision: "month" as const } };
    await stage.publish([{ ...late, native: `a${n}` }, { ...late, native: `b${n}`, text: `Late again ${n}.` }]);
    assert.deepEqual(await stage.round(), ["waits"]);
  }
  stage.now += 10 * MINUTE;
  assert.deepEqual(await stage.round(), ["sent"]);
  const { subject, text } = receivers.hooks[1]?.body as { readonly subject: string; readonly text: string };
  assert.match(subject, /The source shop has failed: shop\.example answers with 500\.$/);
  assert.equal(text.split("★☆☆☆☆").length - 1, 5);
  assert.match(text, /1 star, May 2026\n[^]*… and 1 more review, from May 2026 to May 2026\./);
});

Deno.test("a clock that is put back delays no message, neither after a message nor after a failure", async () => {
  await using receivers = await alertReceivers();
  await using stage = await Stage.make([{ webhook: receivers.origin, pause_minutes: 10 }]);
  await stage.publish([BAD]);
  assert.deepEqual(await stage.round(), ["sent"]);
  stage.now -= 60 * MINUTE;
  await stage.publish([LATE]);
  receivers.status = 500;
  assert.deepEqual(await stage.round(), ["failed"]);
  receivers.status = 200;
  stage.now -= 60 * MINUTE;
  assert.deepEqual(await stage.round(), ["sent"]);
});

Deno.test("a low average is reported from five reviews of the last 30 days on", async () => {
  await using receivers = await alertReceivers();
  await using stage = await Stage.make([{ webhook: receivers.origin, when: { average_below: 4 } }]);
  const low = (native: string) => ({ native, rating: 1, date: "2026-10-25" });
  await stage.publish([{ ...low("0"), date: "2026-10-24" }, ...["1", "2", "3", "4"].map(low)]);
  assert.deepEqual(await stage.round(), ["nothing"]);
  await stage.publish([low("5")]);
  assert.deepEqual(await stage.round(), ["sent"]);
});

Deno.test("no mail is sent in clear text to a server on another machine", async () => {
  await using receivers = await alertReceivers();
  const password = await Deno.makeTempFile();
  await Deno.writeTextFile(password, "hush\n");
  const { port } = new URL(receivers.smtp);
  const mail = { mail: "owner@acme.example", from: "reviews@acme.example", user: "reviews", password_file: password };
  const message = { subject: "Test", text: "Test" };
  // The name leads to the server of the test, which offers no STARTTLS.
  const toTest: typeof connect = (_address, connected) => connect({ host: "localhost", port: Number(port) }, connected);
  for (const [smtp, user] of [["smtp", "reviews"], ["smtp", undefined], ["smtps", undefined]] as const) {
    const sent = sendMail({ ...mail, user, smtp: `${smtp}://mail.acme.example` }, message, "1", toTest);
    await assert.rejects(
      sent,
      /^SendError: No encrypted connection \(TLS\) to mail\.acme\.example is possible at port \d+\.$/,
    );
  }
  assert.deepEqual([receivers.logins, receivers.mails], [[], []]);
  await sendMail({ ...mail, smtp: receivers.smtp }, message, "2");
  assert.deepEqual(receivers.logins, ["reviews"]);
  await Deno.writeTextFile(password, "guess");
  const refused = /^The mail server localhost does not accept the user or the password: /;
  await assert.rejects(sendMail({ ...mail, smtp: receivers.smtp }, message, "3"), {
    name: "SendError",
    message: refused,
  });
  await Deno.remove(password);
});

Deno.test("a message is never repeated when the process dies while it sends, and the state says so", async () => {
  let sent = 0;
  await using stage = await Stage.make([{ webhook: "https://hooks.example/1" }], () => {
    sent++;
    return Promise.reject(new Error("killed"));
  });
  // The second time, the clock is put back.
  for (const [at, later] of [2, -60].entries()) {
    await stage.publish([{ ...LATE, native: `late ${at}` }]);
    await assert.rejects(stage.round(), /killed/);
    assert.deepEqual(await stage.round(), ["waits"]);
    const diedAt = stage.now;
    stage.now += later * MINUTE;
    assert.deepEqual(await stage.round(), ["uncertain"]);
    assert.deepEqual(await stage.round(), ["nothing"]);
    assert.equal(sent, at + 1);
    assert.equal((await readReceiverState(stage.kv, "webhook"))?.uncertainAt, diedAt);
  }
});

Deno.test("of two processes one sends, whether the other begins while it sends or has read the state before", async () => {
  let during = () => Promise.resolve();
  let sent = 0;
  await using stage = await Stage.make([{ webhook: "https://hooks.example/1" }], async () => {
    sent++;
    await during();
  });
  await stage.publish([LATE]);
  during = async () => {
    assert.deepEqual(await stage.round(), ["waits"]);
    // An exchange by mail may take as long as several timeouts.
    stage.now += 100_000;
    assert.deepEqual(await stage.round(), ["waits"]);
  };
  assert.deepEqual(await stage.round(), ["sent"]);
  during = () => Promise.resolve();
  stage.now += 60 * MINUTE;
  await stage.publish([BAD]);
  // Another process runs a whole round after this one has read the state.
  let hasRead = false;
  const overtaken = storeProxy(stage.kv, {}, {
    get: async (key: Deno.KvKey) => {
      const entry = await stage.kv.get(key);
      if (!hasRead && key[0] === "alert") {
        hasRead = true;
        assert.deepEqual(await stage.round(), ["sent"]);
      }
      return entry;
    },
  });
  assert.deepEqual(await stage.round(overtaken), ["waits"]);
  assert.equal(sent, 2);
});

Deno.test("a message is in the language of most texts", async () => {
  await using receivers = await alertReceivers();
  await using stage = await Stage.make([{ webhook: receivers.origin }]);
  const texts = [
    "Der Termin war pünktlich und die Beratung sehr gut.",
    "Ich wurde nicht zurückgerufen, das war ärgerlich. Der Monteur war unfreundlich.",
    ...["Anna", "Ben", "Cleo", "Dora"].map((name) => `${name} war da. Der Monteur war unfreundlich.`),
  ];
  await stage.publish(
    [...texts, null, null, null].map((text, nth) => (
      { native: `${nth}`, rating: nth === 1 ? 2 : 5, text, date: "2026-11-20" }
    )),
    { taxonomy: "home_services" },
  );
  await stage.source("shop.example answers with 500.");
  assert.deepEqual(await stage.round(), ["sent"]);
  assert.match(
    JSON.stringify(receivers.hooks[0]?.body),
    /Die Quelle shop ist gescheitert.*2 Sterne, 20\. November 2026.*Warum: höchstens 2 Sterne\..*Gut zu wissen: Freundlichkeit: in 1 von 5 kritisiert.*Seite: http/,
  );
});

Deno.test("a review that was hidden before its message went out is not in it", async () => {
  await using receivers = await alertReceivers();
  await using stage = await Stage.make([{ webhook: receivers.origin }]);
  await stage.publish([LATE, { ...BAD, owner_reply: { text: "Sorry.", date: "2026-11-23" } }]);
  await hideReviews(stage.kv, [reviewOf(LATE).id]);
  assert.deepEqual(await stage.round(), ["sent"]);
  const sent = JSON.stringify(receivers.hooks);
  assert.doesNotMatch(sent, /refund|withdrawn/);
  assert.match(sent, /Answered on November 23, 2026: https/, "an answered review asks for no answer");
});

Deno.test("failed sources, withdrawn reviews, lost publications and new passkeys are reported, erased reviews are not", async () => {
  await using receivers = await alertReceivers();
  const when = { withdrawn: true, source_failed: true, new_passkey: true };
  await using stage = await Stage.make([{ webhook: receivers.origin, pause_minutes: 0, when }]);
  await stage.source("shop.example answers with 500.");
  assert.deepEqual(await stage.round(), ["sent"]);
  assert.deepEqual(await stage.round(), ["nothing"]);
  await stage.source(null);
  assert.deepEqual(await stage.round(), ["nothing"]);
  await stage.source("shop.example answers with 404.");
  assert.deepEqual(await stage.round(), ["sent"]);
  await stage.publish([{ native: "other", rating: 5 }, { native: "erased", rating: 5 }], { replace: "all" });
  assert.deepEqual(await stage.round(), ["sent"]);
  const review = reviewOf({ native: "erased", rating: 5 });
  const settings = { keptRevisions: 10, now: () => new Date(stage.now) };
  await eraseReviews(stage.kv, [{ review, state: "published", versions: [review], revisions: [] }], settings);
  assert.deepEqual(await stage.round(), ["nothing"], "an erasure is the owner's own act");
  await stage.publish([{ native: "taken back", author: "Cem", rating: 5, text: "Never again." }]);
  const number = (await readHead(stage.kv)).value?.number ?? 0;
  await executeWithdrawal(stage.kv, number, { ...settings, answers: new Map(), planned: null, dryRun: false });
  assert.deepEqual(await stage.round(), ["nothing"], "a change that is taken back is too");
  for (const author of ["Eve", "Fay"]) await stage.publish([{ native: author, author, rating: 5 }]);
  await pruneRevisions(stage.kv, 1, new Date(stage.now));
  for (const id of ["ann", "ben"]) {
    const person: Person = { id, name: id, role: "owner", seenAt: null, invitation: null };
    await stage.kv.set(peopleKey("person", id), person);
  }
  const passkey: Passkey = { id: "k", person: "ben", publicKey: "k", counter: 0, addedAt: stage.now };
  await stage.kv.set(peopleKey("passkey", "k"), passkey);
  assert.deepEqual(await stage.round(), ["sent"]);
  const told = receivers.hooks.map(({ body }) => body as Readonly<Record<"subject" | "text", string>>);
  const texts = told.map(({ text }) => text);
  assert.deepEqual(texts.slice(0, 2), [
    "The source shop has failed: shop.example answers with 500.",
    "The source shop has failed: shop.example answers with 404.",
  ]);
  assert.match(texts[2] ?? "", /^1 review withdrawn: /);
  assert.match(texts[3] ?? "", /^1 earlier publication left out: [^\n]*\n\nben has a new passkey for the owner's page/);
  assert.ok(told.every(({ subject }) => subject.startsWith(`${businessOf().name}: `)), JSON.stringify(told));
});
