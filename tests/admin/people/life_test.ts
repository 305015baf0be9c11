import assert from "node:assert/strict";
import { HELPERS_PATHS } from "../../../admin/frame/visitor.ts";
import { adminClient, filledForm } from "../../support/admin/admin_server.ts";
import { Authenticator } from "../../support/admin/authenticator.ts";
import { ORIGIN, passkeyPage } from "../../support/admin/passkey_page.ts";
import { serveOwner, servePeople } from "../../../admin/admin.ts";
import { Workspace } from "../../../admin/frame/workspace.ts";
import { readRevisions } from "../../../domain/dataset/history.ts";
import { addPeople, peopleCopy, peopleRows, type Person } from "../../../domain/people.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { runCli } from "../../support/service/run_cli.ts";

const PREVIEW = "/business/preview/";
const [MINUTE, HOUR] = [60_000, 3_600_000];
const [LOW, OTHER] = [reviewOf({ native: "1", rating: 1 }), reviewOf({ native: "2" })];

Deno.test("the history names who answers, hides, undoes and erases; nothing else does", async () => {
  await using page = await passkeyPage([LOW, OTHER]);
  const [ann, ben] = [await page.join("Ann Lee"), await page.join("Ben Roe", "helper")];
  await ben.agree("/reviews/reply", { id: LOW.id, text: "Sorry." });
  await ben.agree("/reviews/hide", { id: LOW.id, reason: "spam" });
  const shown = (await ben.get(`/reviews/${OTHER.id}`)).text;
  assert.match(shown, /action="\/reviews\/hide"/);
  assert.doesNotMatch(shown, /action="\/reviews\/(?:erase|relate)"/);
  await ann.agree("/history/undo", {});
  const { text } = await ann.post("/reviews/erase", { id: OTHER.id });
  const typed = /<label for="[^"]*">[^<]*<\/label><input[^>]*name="plan:typed"/.test(text) ? OTHER.author : "";
  await ann.agree("/reviews/erase", { id: OTHER.id, "plan:typed": typed });
  const { entries } = await page.withStore(readRevisions);
  const who = entries.map(({ record: { publication } }) => [publication?.person, publication?.command]);
  assert.deepEqual(who, [
    ["Ann Lee", "admin erase"],
    ["Ann Lee", "admin undo"],
    ["Ben Roe", "admin hide"],
    ["Ben Roe", "admin reply"],
    [undefined, "import"],
  ]);
  const history = (await ben.get("/history")).text;
  for (const name of ["Ann Lee", "Ben Roe"]) assert.ok(history.includes(name));
  const { stdout } = await runCli("export", ["--all", "--hidden"], page.kvPath);
  assert.doesNotMatch(stdout, /Ann Lee|Ben Roe|passkey/);
  const ledger = await page.withStore((kv) => Array.fromAsync(kv.list({ prefix: ["ledger"] })));
  assert.ok(ledger.length > 3 && !/Ann Lee|Ben Roe/.test(JSON.stringify(ledger.map(({ value }) => value))));
});

Deno.test("what people have left open is theirs, and goes with an erasure; a helper's pages lead to no page for owners alone", async () => {
  await using page = await passkeyPage([LOW, OTHER]);
  const [ann, cora, ben] = [await page.join("Ann Lee"), await page.join("Cora Day"), await page.join("Ben", "helper")];
  const preview = async () => await Promise.all([ann, cora].map(async (one) => (await one.get(PREVIEW)).status));
  const form = filledForm((await ann.get("/business")).text);
  assert.equal((await ann.post("/business/publish", { ...form, name: "Roe" })).status, 200);
  assert.deepEqual(await preview(), [200, 303]);
  await ben.post("/drafts/keep", { "plan:path": "/reviews/reply", id: LOW.id, text: "Dear Rowan" });
  assert.match((await ben.get(`/reviews/${LOW.id}`)).text, /Dear Rowan/);
  for (const path of ["/", "/reviews", `/reviews/${LOW.id}`, "/history", "/history/1", "/people"]) {
    const { text } = await ben.get(path);
    for (const [, name, to = ""] of text.matchAll(/ (href|action)="(\/[^"]*)"/g)) {
      if (name === "action") assert.ok(HELPERS_PATHS.has(to) || /^\/(?:leave|drafts\/discard)$/.test(to), to);
      else assert.notEqual((await ben.get(to.replaceAll("&amp;", "&"))).status, 403, to);
    }
  }
  await ann.agree("/reviews/erase", { id: OTHER.id, "plan:typed": OTHER.author });
  assert.deepEqual(await preview(), [303, 303]);
  assert.doesNotMatch((await ben.get(`/reviews/${LOW.id}`)).text, /Dear Rowan/);
});

Deno.test("the cookie is for the host alone, each attempt has a line in the log, and all is the same in a second program", async () => {
  await using page = await passkeyPage();
  const ann = await page.join("Ann Lee");
  const { text } = await ann.json("/passkeys/begin", { purpose: "enter" });
  const response = ann.authenticator.enter(JSON.parse(text));
  const { cookie } = await ann.json("/passkeys/end", { purpose: "enter", response });
  const attributes = "Max-Age=2592000; Path=/; Secure; HttpOnly; SameSite=Strict";
  assert.match(cookie ?? "", new RegExp(`^__Host-reviews-owner=[\\w-]{43}; ${attributes}$`));
  await page.browser().ceremony("enter");
  assert.deepEqual(page.log.map(([message, { purpose, client }]) => [message, purpose, client]), [
    ["passkey accepted", "join", "192.0.2.7"],
    ["passkey accepted", "enter", "192.0.2.7"],
    ["passkey refused", "enter", "192.0.2.7"],
  ]);
  const second = page.browser(page.start());
  second.cookie = ann.cookie;
  assert.equal((await second.get("/people")).status, 200);
  assert.equal(await second.ceremony("enter"), 403, "without the passkey");
  second.authenticator = ann.authenticator;
  assert.equal(await second.ceremony("enter"), 200);
});

Deno.test("an attack from everywhere keeps out no browser in which somebody has come in, however long ago", async () => {
  await using page = await passkeyPage();
  const [ann, stranger] = [await page.join("Ann Lee"), page.browser()];
  page.clock.now += 20 * HOUR;
  assert.equal((await ann.get("/reviews")).status, 401);
  let refused = 0;
  for (let nth = 0; nth < 200; nth++) {
    const { status } = await stranger.json("/passkeys/begin", { purpose: "enter" }, {
      "x-forwarded-for": `198.51.${nth}.1`,
    });
    if (status === 429) refused++;
  }
  assert.ok(refused > 50, `${refused}`);
  assert.equal(await ann.ceremony("enter"), 200);
  page.clock.now += MINUTE;
  assert.equal((await stranger.json("/passkeys/begin", { purpose: "enter" })).status, 200);
});

Deno.test("erasing asks for the passkey after five minutes, any action after the session; both go on with what was typed", async () => {
  await using page = await passkeyPage([LOW, OTHER]);
  const ann = await page.join("Ann Lee");
  page.clock.now += 6 * MINUTE;
  const { location, text } = await ann.post("/reviews/erase", { id: LOW.id });
  assert.match(location, /^\/check\//);
  assert.match(text, /data-passkey="enter" data-to="\/draft\//);
  assert.equal(await ann.ceremony("enter"), 200);
  const { text: plan } = await ann.get(location.replace("check", "draft"));
  assert.ok(plan.includes(LOW.id) && plan.includes('name="plan:seen"'), plan);

  // So does a form that was written for longer than the session.
  page.clock.now += 13 * HOUR;
  const late = await ann.post("/reviews/reply", { id: OTHER.id, text: "We are very sorry." });
  const [, path = ""] = /data-passkey="enter" data-to="(\/draft\/[^"]+)"/.exec(late.text) ?? [];
  assert.deepEqual([late.status, late.text.includes("sorry")], [401, false]);
  const ben = await page.join("Ben Roe");
  assert.equal((await ben.get(path)).status, 303);
  assert.equal(await ann.ceremony("enter"), 200);
  assert.match((await ann.get(path)).text, /We are very sorry\./);
  // An invitation is taken wherever it is opened.
  assert.match((await ann.get("/join")).text, /data-passkey="join"/);
});

Deno.test("people are invited, get a second passkey, and lose all access at once; a copy brings them back", async () => {
  await using page = await passkeyPage();
  const ann = await page.join("Ann Lee");
  assert.match((await ann.get("/people")).text, /You have one passkey/);
  const first = ann.authenticator;
  ann.authenticator = new Authenticator(ORIGIN);
  assert.equal(await ann.ceremony("add"), 200);
  const people = (await ann.get("/people")).text;
  assert.doesNotMatch(people, /You have one passkey/);
  const phone = page.browser();
  phone.authenticator = ann.authenticator;
  assert.equal(await phone.ceremony("enter"), 200);

  const { response } = await ann.agree("/people/invite", { name: "Ben Roe", role: "helper" });
  const { text } = await ann.get(response.headers.get("location") ?? "");
  const [, invitation = ""] = /<code>https:\/\/owner\.acme\.example\/join#invite=([\w-]{43})<\/code>/.exec(text) ?? [];
  assert.match(text, /Ben Roe.*Invited until/s);
  const ben = page.browser();
  assert.equal(await ben.ceremony("join", { invitation }), 200);
  const copy = await page.withStore(peopleCopy);
  const id = (await page.withStore((kv) => peopleRows<Person>(kv, "person"))).find(({ name }) => name === "Ben Roe")
    ?.id;
  await ann.agree("/people/end", { kind: "person", id: id ?? "" });
  assert.equal((await ben.get("/")).status, 200);
  assert.match((await ben.get("/")).text, /data-passkey="enter"/);
  assert.equal(await ben.ceremony("enter"), 403);

  await assert.rejects(page.withStore((kv) => addPeople(kv, '{"people":[{}],"passkeys":[]}')), /no copy of people/);
  assert.equal(await page.withStore((kv) => addPeople(kv, copy)), 2);
  assert.equal(await ben.ceremony("enter"), 200);

  // The lost one ends alone, with its session.
  await phone.agree("/people/end", { kind: "passkey", id: first.id });
  assert.equal((await ann.get("/reviews")).status, 401);
  assert.equal((await phone.get("/reviews")).status, 200);
});

Deno.test("the command names an origin, invites and copies; the page for this computer has no people", async () => {
  await using page = await passkeyPage();
  const admin = (args: readonly string[], variables = {}) => runCli("../admin/admin", args, page.kvPath, variables);
  for (const origin of ["http://owner.acme.example", "owner.acme.example", "https://owner.acme.example/x", ""]) {
    const { code, stderr } = await admin(["invite", "Ann", "--origin", origin]);
    assert.equal(code, 1);
    assert.match(stderr, /ADMIN_ORIGIN is .*; allowed is https:\/\/HOST/, origin);
  }
  assert.match((await admin(["invite", "Ann"])).stderr, /invite needs the address of the page/);
  assert.match((await admin(["invite"])).stderr, /admin takes no "invite"/);
  assert.match((await admin(["invite", "x".repeat(61), "--origin", ORIGIN])).stderr, /A name has 1 to 60 letters/);
  await page.join("Ben Roe", "helper");
  assert.match((await admin(["invite", "ben roe", "--origin", ORIGIN])).stderr, /Ben Roe has another role/);
  await page.join("Ann Lee");
  const { stdout } = await admin(["invite", "ann lee"], { ADMIN_ORIGIN: ORIGIN });
  const [, invitation = ""] = /\nhttps:\/\/owner\.acme\.example\/join#invite=([\w-]{43})\n$/.exec(stdout) ?? [];
  assert.equal(await page.browser().ceremony("join", { invitation }), 200);
  const { people } = JSON.parse((await admin(["people"])).stdout);
  const roles = people.map(({ name, role }: Person) => `${name}: ${role}`).sort();
  assert.deepEqual(roles, ["Ann Lee: owner", "Ben Roe: helper"]);

  const stop = new AbortController();
  const anywhere = { origin: ORIGIN, isTrustedProxy: () => false, log: { info: () => {}, warn: () => {} } };
  const workspace = () => new Workspace(page.kvPath, 10, page.uploads);
  const start = (port = 0) => servePeople(workspace(), port, stop, anywhere);
  const [first, second] = [await start(), await start()];
  assert.deepEqual([first.others, second.others], [[], [`${first.port}`]]);
  await assert.rejects(start(first.port), /Port \d+ is in use by another program/);
  const local = await serveOwner(workspace(), 0, stop);
  const client = adminClient(local.address);
  assert.equal((await client.enter()).status, 303);
  assert.doesNotMatch((await client.get("/")).text, /href="\/people"/);
  assert.equal((await client.get("/people")).response.status, 403);
  assert.equal((await client.post("/people/invite", { name: "Eve" })).response.status, 403);
  stop.abort();
  await Promise.all([first, second, local].map(({ finished }) => finished));
});
