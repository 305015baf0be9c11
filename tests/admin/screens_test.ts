import assert from "node:assert/strict";
import { choice, confirmation } from "../../cli/command/choice.ts";
import { formOf } from "../../admin/frame/form.ts";
import { executed as execute, plannedPage, type PreparedAction, type Visit } from "../../admin/frame/screen.tsx";
import { AT_THIS_COMPUTER } from "../../admin/frame/visitor.ts";
import { localeFor } from "../../admin/language/admin_language.ts";
import { readPublishedFacts } from "../../cli/alerts/alert_facts.ts";
import { readCurrentDataset } from "../../domain/dataset/publish_change.ts";
import type { LedgerLine } from "../../domain/dataset/ledger.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { adminServer, enteredServer, filledForm, hiddenFields } from "../support/admin/admin_server.ts";
import { withVariables } from "../support/service/with_variables.ts";
import { openStore } from "../../service/store/open_store.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { publishImport } from "../support/import/publish_import.ts";

const ANN = reviewOf({ native: "ann", author: "Ann Lee", date: "2026-05-03", source: "Google" });
const BOB = reviewOf({ native: "bob", author: "Bob", rating: 1, text: "Nobody came.", date: "2026-05-02" });
const REPLY = { text: "Thank you.", date: "2026-05-04" };
const CAY = reviewOf({
  native: "cay",
  author: "Cay",
  rating: 2,
  date: "2026-04-01",
  owner_reply: REPLY,
  source: "trustpilot",
});
const ALL = [ANN, BOB, CAY];

async function commands(kvPath: string): Promise<readonly (string | undefined)[]> {
  using kv = await Deno.openKv(kvPath);
  return (await readRevisions(kv)).entries.map(({ record }) => record.publication?.command);
}

/** The authors on a page, in order. */
function authorsOn(page: string): readonly string[] {
  return Array.from(page.matchAll(/<h3>.*?<bdi>([^<]*)<\/bdi>/g), ([, name = ""]) => name);
}

Deno.test("a review is hidden, published again and the change undone, each after a preview that changes nothing", async () => {
  await using admin = await enteredServer(ALL);
  const { text: plan } = await admin.post("/reviews/hide", { id: BOB.id, reason: "spam", note: "mine" });
  assert.match(plan, /Now.*Afterwards.*>3<.*>2</);
  assert.match(plan, /raises the average/);
  // What was typed is there again, however the owner goes back, until it is discarded.
  const { text: back } = await admin.get(`/reviews/${BOB.id}`);
  assert.match(back, /What you have typed here is kept.*<option value="spam" selected.*name="note"[^>]* value="mine"/s);
  const kept = hiddenFields(back);
  assert.equal((await admin.post("/drafts/discard", kept)).response.status, 303);
  assert.doesNotMatch((await admin.get(`/reviews/${BOB.id}`)).text, /is kept|value="mine"/);
  const { text: without, response } = await admin.post("/reviews/hide", { id: BOB.id, reason: "", note: "mine" });
  assert.equal(response.status, 400);
  assert.match(without, /Choose why the review is hidden\..*value="mine"/s);
  assert.deepEqual(await commands(admin.kvPath), ["import"]);

  const hidden = await admin.agree("/reviews/hide", { id: BOB.id, reason: "spam", note: "mine" });
  assert.equal(hidden, "Hidden. Published now: 2 reviews.");
  assert.match((await admin.get(`/reviews/${BOB.id}`)).text, /hidden.*Spam – mine/);
  assert.equal(
    await admin.agree("/reviews/restore", { id: BOB.id }),
    "Published again. Published now: 3 reviews.",
  );
  assert.equal(await admin.agree("/history/undo", {}), "Undone. Published now: 2 reviews.");
  assert.equal(
    await admin.agree("/reviews/relate", { id: CAY.id, relation: "employee" }),
    "Labelled. Published now: 2 reviews.",
  );
  assert.match((await admin.get(`/reviews/${CAY.id}`)).text, /<option value="employee" selected/);
  assert.equal(await admin.agree("/history/undo", {}), "Undone. Published now: 2 reviews.");
  assert.deepEqual(await commands(admin.kvPath), [
    "admin undo",
    "admin relate",
    "admin undo",
    "admin restore",
    "admin hide",
    "import",
  ]);
  const { text: history } = await admin.get("/history");
  assert.match(
    history,
    /Undone \(version 2\): 1 hidden.*Published again: 1 published again.*Hidden: 1 hidden.*Import: 3 new/,
  );
  assert.match((await admin.get("/history/1")).text, /3 new.*Ann Lee.*Go back to this/);
  const german = await fetch(`${admin.origin}/history`, {
    headers: { cookie: admin.cookie(), "accept-language": "de" },
  });
  assert.match(await german.text(), /Rückgängig gemacht \(Stand 2\): 1 verborgen/);
});

Deno.test("one import is withdrawn alone, and going back keeps hidden what was hidden since", async () => {
  await using admin = await enteredServer([ANN]);
  const authors = async () => authorsOn((await admin.get("/reviews")).text);
  const file = (reviews: readonly unknown[]) => ({ files: new File([JSON.stringify(reviews)], "a.json") });
  assert.match(await admin.agree("/add", file([BOB])), /Published now: 2 reviews\./);
  assert.match(await admin.agree("/add", file([CAY])), /Published now: 3 reviews\./);
  const { text: plan } = await admin.post("/history/withdraw", { number: "2" });
  assert.deepEqual([authorsOn(plan), await authors()], [["Bob"], ["Ann Lee", "Bob", "Cay"]]);
  assert.match(await admin.agree("/history/withdraw", { number: "2" }), /Published now: 2 reviews\./);
  assert.deepEqual(await authors(), ["Ann Lee", "Cay"]);
  const again = await admin.post("/history/withdraw", { number: "2" }, admin.german);
  assert.match(again.text, /Nichts davon ist noch veröffentlicht\./);

  await admin.agree("/reviews/hide", { id: ANN.id, reason: "spam" });
  await admin.agree("/reviews/relate", { id: CAY.id, relation: "family" });
  const { text: back } = await admin.post("/history/undo", { number: "3" });
  assert.match(back, /Go back to this.*Hidden since, and they stay hidden: 1.*Ann Lee/s);
  assert.match(await admin.agree("/history/undo", { number: "3" }), /Published now: 2 reviews\./);
  assert.deepEqual([...await authors()].sort(), ["Ann Lee", "Bob", "Cay"]);
  assert.match((await admin.get(`/reviews/${ANN.id}`)).text, /hidden.*Spam/s);
});

Deno.test("a review on paper is added by hand, vouched for by the business, and customers are asked by a text and a card", async () => {
  await using admin = await enteredServer([ANN]);
  const fields = { author: "Dee", rating: "4", date: "2026-05-05", text: "Kind people.", source: "Google" };
  assert.equal((await admin.post("/add/one", { ...fields, date: "2999-01-01" })).response.status, 400);
  assert.match(await admin.agree("/add/one", fields), /Published now: 2 reviews\./);
  const { kv } = await openStore(admin.kvPath);
  const { current } = await readCurrentDataset(kv);
  kv.close();
  const added = current?.dataset.reviews.find(({ author }) => author === "Dee");
  assert.deepEqual([added?.rating, added?.text, added?.source, added?.verification], [
    ...[4, "Kind people.", "Google", "business"],
  ]);
  const { text: ask } = await admin.get("/ask");
  assert.match(ask, /never only/i);
  for (const { url } of current?.dataset.business.review_links ?? []) assert.ok(ask.includes(url), url);
  const boxes = [...ask.matchAll(/rows="(\d+)"[^>]*>([^<]*)</g)];
  assert.ok(boxes.length > 0 && boxes.every(([, rows, text = ""]) => Number(rows) >= text.split("\n").length));
  assert.match(ask, /href="mailto:\?subject=.*lang="de".*lang="es".*lang="fr"/s);
});

Deno.test("of two tabs that act at once the later is told that something changed, and sees what would happen now", async () => {
  await using admin = await enteredServer(ALL);
  const fields = { id: BOB.id, reason: "spam" };
  const { text: seen } = await admin.post("/reviews/hide", fields);
  await admin.agree("/reviews/hide", { ...fields, id: CAY.id });
  const { response, text: told } = await admin.post("/reviews/hide", hiddenFields(seen));
  assert.equal(response.status, 200);
  assert.match(told, /role="alert">Something has changed meanwhile/);
  assert.match(told, />2<.*>1</);
  assert.equal((await commands(admin.kvPath)).length, 2);
  assert.equal((await admin.post("/reviews/hide", hiddenFields(told))).response.status, 303);
  assert.equal((await commands(admin.kvPath)).length, 3);
});

Deno.test("a review is erased only after its author's name is typed, and the plan says what stays out of reach", async () => {
  await using admin = await enteredServer(ALL);
  await admin.agree("/reviews/hide", { id: ANN.id, reason: "spam" });
  const { text: plan } = await admin.post("/reviews/erase", { id: ANN.id });
  assert.match(plan, /Out of reach: backups/);
  for (const typed of ["", "Ann", "Bob"]) {
    const { text } = await admin.post("/reviews/erase", { ...hiddenFields(plan), "plan:typed": typed });
    assert.match(text, /the name is written differently/, typed);
  }
  assert.deepEqual(await commands(admin.kvPath), ["admin hide", "import"]);
  const csv = new File(["Stars,Date,Author,Comment\n5,2026-01-01,Dan,Good"], "a.csv");
  await admin.post("/add", { files: csv });
  assert.equal((await Array.fromAsync(Deno.readDir(admin.uploads))).length, 1);
  const done = await admin.agree("/reviews/erase", { id: ANN.id }, { "plan:typed": " ann  LEE " });
  assert.match(done, /^The review is erased\..*In a new store an old file or backup can bring it back/);
  assert.deepEqual(await commands(admin.kvPath), ["admin erase", "admin hide", "import"]);
  assert.match((await admin.get("/history")).text, /Erasure: no review changed/);
  assert.deepEqual(authorsOn((await admin.get("/reviews")).text), ["Bob", "Cay"]);
  using kv = await Deno.openKv(admin.kvPath);
  assert.equal((await kv.get<LedgerLine>(["ledger", 3])).value?.erased, 1);
  assert.doesNotMatch((await admin.get("/history/1")).text, /Ann Lee/);
  // Files that were uploaded before may name her.
  assert.deepEqual(await Array.fromAsync(Deno.readDir(admin.uploads)), []);
  const stays = "Erased reviews stay out: no undo brings them back.";
  assert.match((await admin.post("/history/undo", {})).text, new RegExp(stays));
  assert.equal(await admin.agree("/history/undo", {}), stays);
});

Deno.test("an undo that publishes a left-out source again says so before", async () => {
  await using admin = await adminServer([ANN]);
  const { kv } = await openStore(admin.kvPath);
  await publishImport(kv, {
    reviews: [],
    business: { ...sampleDataset().business, sample: false },
    replace: false,
    insights: null,
    taxonomy: null,
    place: null,
    pages: { off: { google: ["api"] } },
  }, false);
  kv.close();
  await admin.enter();
  const said = /which places leave out a source/;
  assert.match((await admin.post("/history/undo", { number: "1" })).text, said);
  assert.match((await admin.get("/history/2")).text, said);
  assert.doesNotMatch((await admin.get("/history/1")).text, said);
});

Deno.test("a form that arrives slowly is planned on what is published when it has arrived", async () => {
  await using admin = await enteredServer([ANN]);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const answer = fetch(`${admin.origin}/history/undo`, {
    method: "POST",
    body: readable,
    headers: { ...admin.own, cookie: admin.cookie(), "content-type": "application/x-www-form-urlencoded" },
  });
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode("number="));
  await admin.get("/");
  await admin.publish(ALL);
  await writer.close();
  assert.match(await (await answer).text(), /Now.*Afterwards.*>3<.*>1</);
});

Deno.test("a backup that is restored into a new store publishes the same, hidden reviews included", async () => {
  await using admin = await enteredServer(ALL);
  await admin.agree("/reviews/hide", { id: BOB.id, reason: "spam", note: "mine" });
  const { response, text: backup } = await admin.get("/backup/download");
  assert.match(response.headers.get("content-disposition") ?? "", /^attachment; filename="reviews-[\d-]+\.json"$/);

  await using other = await enteredServer();
  const file = new File([backup], "reviews.json");
  const { text: plan } = await other.post("/backup/restore", { file });
  assert.match(plan, /is replaced by the content.*reviews.json<.*>0<.*>2</s);
  assert.equal((await other.get("/backup/download")).response.status, 400);
  assert.equal(await other.agree("/backup/restore", { file }), "Backup restored. Published now: 2 reviews.");
  assert.equal((await other.get("/backup/download")).text, backup);
  assert.deepEqual(await commands(other.kvPath), ["admin backup"]);
  // What a restored backup removes is the owner's own act, and no alarm.
  const dee = { author: "Dee", rating: "4", date: "2026-05-05", text: "Kind.", source: "Google" };
  assert.match(await other.agree("/add/one", dee), /3 reviews/);
  assert.match(await other.agree("/backup/restore", { file }), /2 reviews/);
  assert.match(
    (await other.get("/history")).text,
    /Backup restored \(reviews\.json\): 1 removed.*version 3 · 2 reviews/s,
  );
  {
    using kv = await Deno.openKv(other.kvPath);
    assert.equal((await readPublishedFacts(kv, 2, Date.now()))?.withdrawn, 0);
  }
  assert.deepEqual(authorsOn((await other.get("/reviews?state=hidden")).text), ["Bob"]);
  const { text: gone } = await other.post(
    "/backup/restore",
    hiddenFields(plan).upload === undefined ? {} : { upload: "x" },
  );
  assert.match(gone, /no longer kept/);
  const { response: refused, text } = await other.post("/backup/restore", {
    file: new File(['[{"rating":9}]'], "x.json"),
  });
  assert.equal(refused.status, 400);
  assert.match(text, /role="alert"/);
  assert.equal((await other.get(new URL(refused.url).pathname)).text, text);
  const table = new File(["author,rating,date,text,source\nAnn,5,2025-11-20,Good work,Google"], "table.csv");
  assert.match(
    (await other.post("/backup/restore", { file: table })).text,
    /table\.csv is not a backup of this program\./,
  );
});

Deno.test("the list finds by words, stars, source, reply, state and day", async () => {
  await using admin = await enteredServer(ALL);
  await admin.agree("/reviews/hide", { id: BOB.id, reason: "spam", note: "" });
  const searches = [
    ["", ["Ann Lee", "Bob", "Cay"]],
    ["query=NOBODY", ["Bob"]],
    ["query=thank", ["Cay"]],
    ["query=lee", ["Ann Lee"]],
    ["stars=1", ["Bob"]],
    ["stars=1–2&state=published", ["Cay"]],
    ["source=Google", ["Ann Lee"]],
    ["replied=false", ["Ann Lee", "Bob"]],
    ["replied=true", ["Cay"]],
    ["state=hidden", ["Bob"]],
    ["from=2026-05-02&until=2026-05-02", ["Bob"]],
    ["stars=9", []],
    ["from_nth=2", ["Cay"]],
  ] as const;
  for (const [query, authors] of searches) {
    assert.deepEqual(authorsOn((await admin.get(`/reviews?${query}`)).text), authors, query);
  }
  const { text } = await admin.get("/reviews");
  assert.match(text, /Your answer of May 4, 2026.*Thank you\..*>Change your answer/);
});

Deno.test("the first screen says how things stand, and what needs attention", async () => {
  await using admin = await enteredServer(ALL);
  const { text } = await admin.get("/");
  assert.match(
    text,
    /What needs doing today.*1 review with one or two stars and no answer.*The oldest has waited.*>3<.*>2\.67</,
  );
  assert.match(text, /class="done-step"><span[^>]*>✓<\/span><div><strong>Say who you are.*Look at your pages/);
  assert.doesNotMatch(text, /shop fails|erasure/);
  await admin.publish([ANN]);
  assert.doesNotMatch((await admin.get("/")).text, /What needs doing today|in order/);
  assert.equal((await admin.get("/look")).response.headers.get("location"), "/pages/");
  assert.match((await admin.get("/pages/")).text, /Ann Lee.*href="\/pages\//s);
  using kv = await Deno.openKv(admin.kvPath);
  await kv.set(["erasing"], { since: "2026-05-01T00:00:00Z", tracesOnly: true });
  assert.match(
    (await admin.get("/")).text,
    /erasure is not finished/,
  );
  await using empty = await enteredServer();
  assert.match((await empty.get("/")).text, /an invented business.*class="button" href="\/business">Say who you are/);
});

/** A visit that sends a form; its workspace executes by returning the plan. */
function visitWith(fields: Record<string, string>): Visit {
  const form = formOf(Object.entries(fields));
  const workspace = { run: (planned: unknown) => planned };
  const visitor = AT_THIS_COMPUTER;
  return {
    ...{ locale: localeFor(new Headers()), workspace, form, visitor },
    request: new Request("http://x/y"),
  } as unknown as Visit;
}

Deno.test("the button of a plan confirms its sentences; another plan, or a choice that no yes answers, executes nothing", async () => {
  const executed: unknown[] = [];
  let choices = [confirmation("sure", "Nobody has confirmed the guess.")];
  const prepare = (): PreparedAction => ({
    ...{
      plan: { revision: 4, effect: null, examples: [], choices, warnings: [] },
      title: "t",
      effect: null,
      back: "/",
    },
    execute: (run) => {
      executed.push(run);
      return Promise.resolve({ text: "Done.", at: "/" });
    },
  });
  const shown = async (fields: Record<string, string>) => {
    const done = await execute(prepare, visitWith(fields));
    return done?.text ?? String(await (await plannedPage("/y", prepare, visitWith(fields))).body);
  };
  const first = await shown({ file: "a" });
  assert.match(first, /class="confirmed">.*Nobody has confirmed/);
  const seen = hiddenFields(first);
  assert.equal(seen["file"], "a");
  choices = [confirmation("sure", "All reviews would be withdrawn.")];
  const other = await shown(seen);
  assert.match(other, /changed meanwhile.*All reviews would be withdrawn/);
  assert.deepEqual(executed, []);
  assert.equal(await shown(hiddenFields(other)), "Done.");
  assert.deepEqual(executed, [{ revision: 4, effect: null, examples: [], choices, warnings: [], person: undefined }]);
  choices = [choice("text", "Which column has the text?", [], [["--map=text=Words", "3 texts"]])];
  assert.match(await shown(hiddenFields(await shown({}))), /please choose/);
  assert.equal(executed.length, 1);
});

Deno.test("the way to a domain has its record, Caddyfile, settings and widgets, and the results of the checks", async () => {
  await using admin = await enteredServer([ANN]);
  await withVariables({ KV_PATH: admin.kvPath, PORT: "18123" }, async () => {
    const { text } = await admin.get("/online?domain=https%3A%2F%2FReviews.Acme.example%2F");
    const parts = [
      "reviews.acme.example.  A  (address of your server)",
      "https://reviews.acme.example {\n\treverse_proxy 127.0.0.1:18123\n}",
      "BASE_URL=https://reviews.acme.example\nHOST=127.0.0.1\nPORT=18123\nTRUSTED_PROXIES=127.0.0.1/32",
      "&lt;script type=&quot;module&quot; src=&quot;https://reviews.acme.example/embed.js&quot;",
    ];
    for (const part of parts) assert.ok(text.includes(part), part);
    // What takes long waits for a button.
    assert.doesNotMatch(text, /cannot be reached/);
    const { text: checked } = await admin.get("/online?domain=a.example&checks=all");
    assert.match(checked, /<ul class="warnings"><li class="fault">https:\/\/a\.example cannot be reached \(/);
    for (const name of ["a&b", "acme", "acme .example", "1.2.3.4"]) {
      const { response, text } = await admin.get(`/online?domain=${encodeURIComponent(name)}`);
      assert.deepEqual([response.status, filledForm(text)["domain"]], [400, name]);
      assert.match(text, /is no domain\. Write one such as reviews\.acme\.example\./);
      assert.doesNotMatch(text, /reverse_proxy/);
    }
    assert.match((await admin.get("/online?domain=%C3%BCber.example")).text, /BASE_URL=https:\/\/xn--ber-goa\.example/);
    assert.doesNotMatch((await admin.get("/online")).text, /reverse_proxy/);
  });
});
