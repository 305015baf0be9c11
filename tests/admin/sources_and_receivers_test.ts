import assert from "node:assert/strict";
import { dirname } from "node:path";
import { sentence } from "../../domain/sentences/sentence.ts";
import { adminApp } from "../../admin/app.tsx";
import type { Gate } from "../../admin/frame/visitor.ts";
import { Workspace } from "../../admin/frame/workspace.ts";
import { smtpAddresses } from "../../admin/screens/alerts.tsx";
import { writeSourceState } from "../../cli/watch/source_state.ts";
import type { Store } from "../../domain/store/store.ts";
import { enteredServer, hiddenFields } from "../support/admin/admin_server.ts";
import { passkeyPage } from "../support/admin/passkey_page.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { alertReceivers } from "../support/service/alert_receivers.ts";
import { runCli } from "../support/service/run_cli.ts";
import { withVariables } from "../support/service/with_variables.ts";

const ASKS = sentence("{file} was not imported: {reason}", { file: "a.csv", reason: sentence("it is not JSON") });
const ONE = reviewOf({ author: "Ann Lee", text: "Dan came at once." });

Deno.test("a source is tried before it is saved, and each is added and removed alone", async () => {
  await using admin = await enteredServer([ONE]);
  const file = `${admin.kvPath}.sources.json`;
  const [folder, real, KV_PATH] = [`${admin.uploads}/inbox`, `${admin.uploads}/sources.json`, admin.kvPath];
  await withVariables({ KV_PATH, SOURCES_FILE: "" }, async () => {
    assert.match((await admin.get("/sources")).text, /with SOURCES_FILE=FILE.*$/);
  });
  await withVariables({ KV_PATH }, async () => {
    const add = (kind: string, place: string) => admin.post("/sources/add", { kind, place });
    const { text: missing } = await add("folder", folder);
    assert.match(missing, /The folder is not there\..*Save it anyway/s);
    assert.doesNotMatch(missing, /class="warnings".*href="\/add"/s);
    await Deno.mkdir(folder);
    const review = { author: "Ann", rating: 5, date: "2025-11-20", source: "Google", text: "Quick." };
    await Deno.writeTextFile(`${folder}/a.json`, JSON.stringify([review]));
    await Deno.utime(`${folder}/a.json`, new Date(0), new Date(0));
    const { text: plan } = await add("folder", folder);
    assert.match(plan, /class="ok">The source can be read\. Rows in its files: 1\./);
    // As Windows copies a path.
    assert.match((await add("folder", `"${folder}"`)).text, /class="ok">The source can be read/);
    assert.match((await add("folder", `${folder}/a.json`)).text, /This is a file\. Name the folder/);
    assert.equal((await admin.post("/sources/add", hiddenFields(plan))).response.status, 303);
    // A link stays one, and an entry keeps what the page does not show.
    await Deno.rename(file, real);
    await Deno.symlink(real, file);
    const shop = { url: "https://shop.example/a.csv?key=hush", skip_invalid: true };
    // Editors on Windows begin a file with a byte order mark.
    await Deno.writeTextFile(file, `\ufeff${JSON.stringify([{ folder }, shop])}`);
    {
      using kv = await Deno.openKv(admin.kvPath);
      const state = {
        kind: "folder",
        polledAt: Date.UTC(2026, 6, 1, 12),
        nextPollAt: 0,
        failures: 1,
        importedAt: null,
        memory: {},
      } as const;
      await writeSourceState(kv, "inbox", { ...state, result: "failed", reason: ASKS });
    }
    const { text } = await admin.get("/sources");
    assert.match(
      text,
      /inbox<.*Jul [12], 2026, \d+:\d\d [AP]M<.*a\.csv was not added: it is not JSON.*href="\/add".*shop\.example\/a\.csv<.*Not read yet/,
    );
    assert.doesNotMatch(text, /hush/);
    assert.match((await admin.get("/")).text, /The source inbox fails\./);
    const firstOf = (page: string) => /name="entry" value="(\w+)"/.exec(page)?.[1] ?? "";
    // A change keeps the place of an entry, and what the page does not show.
    const entry = firstOf(text);
    assert.ok((await admin.get(`/sources?entry=${entry}`)).text.includes(`value="${folder}"`));
    await Deno.writeTextFile(file, JSON.stringify([{ folder, skip_invalid: true }, shop]));
    const before = firstOf((await admin.get("/sources")).text);
    const place = `${folder}/../inbox`;
    assert.match(await admin.agree("/sources/add", { kind: "folder", entry: before, place }), /^Saved\./);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(real)), [{ folder: place, skip_invalid: true }, shop]);
    // A token is for the server to which it belongs.
    const token = { ...shop, token_file: "/etc/reviews/token" };
    await Deno.writeTextFile(file, JSON.stringify([token]));
    const movedTo = async (place: string) => {
      const entry = firstOf((await admin.get("/sources")).text);
      assert.match(await admin.agree("/sources/add", { kind: "url", entry, place }), /^Saved\./);
      return JSON.parse(await Deno.readTextFile(file));
    };
    assert.deepEqual(await movedTo("https://shop.example/b.csv"), [{ ...token, url: "https://shop.example/b.csv" }]);
    assert.deepEqual(await movedTo("https://evil.example/b.csv"), [{ ...shop, url: "https://evil.example/b.csv" }]);
    await Deno.writeTextFile(file, JSON.stringify([{ folder }, shop]));
    const first = firstOf((await admin.get("/sources")).text);
    assert.match(await admin.agree("/sources/remove", { entry: first }), /^Saved\./);
    assert.doesNotMatch((await admin.get("/")).text, /inbox fails/);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(real)), [shop]);
    assert.ok((await Deno.lstat(file)).isSymlink);
    assert.match((await admin.post("/sources/remove", { entry: first })).text, /Something has changed meanwhile/);
    const faults = [
      ["url", "http://shop.example/", /allowed is https/],
      ["google_location", "x", />Please write the location in the form accounts\//],
      ["url", "https://a:b@shop.example/", /write an address with https/],
      ["folder", "nonsense here", /is no folder on this computer\. Write its whole path/],
    ] as const;
    for (const [kind, place, message] of faults) {
      const { response, text } = await add(kind, place);
      assert.equal(response.status, 400, place);
      assert.match(text, message);
      assert.ok(text.includes(`value="${place}"`), place);
    }
    assert.deepEqual(JSON.parse(await Deno.readTextFile(real)), [shop]);
  });
});

Deno.test("a receiver gets a test before it is saved; it is changed and removed alone, and gets the report", async () => {
  await using admin = await enteredServer([{ ...ONE, source: "csv" }]);
  assert.match((await admin.get("/alerts")).text, /Nobody gets a message yet/);
  await using hook = webhook();
  const file = `${admin.kvPath}.alerts.json`;
  const entries = async () => JSON.parse(await Deno.readTextFile(file));
  const ids = async () =>
    Array.from((await admin.get("/alerts")).text.matchAll(/alerts\?entry=(\w+)/g), ([, id = ""]) => id);
  const conditions = { max_rating: "3", words: "burn, doctor", people: "", average_below: "4.5", source_failed: "yes" };
  await withVariables({}, async () => {
    // A hook whose host nobody has named before; it says what is wrong with an address before it is saved.
    const broken = { kind: "slack", entry: "", slack: `${hook.origin}/broken`, ...conditions };
    const { text: refused } = await admin.post("/alerts/save", broken);
    assert.match(refused, /127\.0\.0\.1:\d+ answers with 404\..*Save it anyway/s);
    const { text: plan } = await admin.post("/alerts/save", { ...broken, slack: `${hook.origin}/secret` });
    assert.match(
      plan,
      /The test has been sent.*at most this many stars: 3.*burn, doctor.*falls below: 4\.5.*A source fails/s,
    );
    assert.match(hook.texts.join(), /This is a test\./);
    assert.equal((await admin.post("/alerts/save", hiddenFields(plan))).response.status, 303);
    // Two of a kind need no names of the owner.
    await admin.agree("/alerts/save", { ...broken, slack: `${hook.origin}/second` });
    const off = { withdrawn: false, new_passkey: false };
    const when = { hub_late: false, max_rating: 3, average_below: 4.5, words: ["burn", "doctor"], ...off };
    const [one, two] = await entries();
    assert.deepEqual(one, { name: "slack", when: { ...when, source_failed: true }, slack: `${hook.origin}/secret` });
    assert.equal(two.name, "slack 2");
    {
      using kv = await Deno.openKv(admin.kvPath);
      await kv.set(["alert", "slack 2"], { reason: "It is gone." });
    }
    assert.match((await admin.get("/")).text, /Messages to Slack \(127\.0\.0\.1:\d+\) do not arrive\./);
    await Deno.writeTextFile(file, JSON.stringify([{ ...one, pause_minutes: 5 }, two]));
    const [first = "", second = ""] = await ids();
    assert.match((await admin.get(`/alerts?entry=${first}`)).text, /<h2>Change<.*value="burn, doctor"/s);
    const changed = { ...broken, entry: first, slack: `${hook.origin}/secret`, max_rating: "" };
    assert.match(await admin.agree("/alerts/save", changed), /^Saved\./);
    const [{ pause_minutes, when: { max_rating } }] = await entries();
    assert.deepEqual([pause_minutes, max_rating], [5, undefined]);
    assert.match(await admin.agree("/alerts/remove", { entry: second }), /^Saved\./);
    assert.equal((await entries()).length, 1);
    for (const [kind, value] of [["slack", "nothing"], ["mail", "x"], ["command", "/bin/true"]] as const) {
      const fields = { kind, entry: "", [kind]: value, ...conditions };
      const { response, text } = await admin.post("/alerts/save", fields, admin.german);
      assert.equal(response.status, 400, kind);
      if (kind === "command") assert.doesNotMatch(text, /lang="en"/);
    }
    const mail = { mail: "owner@acme.example", smtp: "smtp://127.0.0.1:1", from: "reviews@acme.example" };
    await Deno.writeTextFile(file, JSON.stringify([mail]));
    assert.match((await admin.get("/alerts")).text, /A new review has at most this many stars: 2<.*Send by mail/s);
    const month = ONE.date.slice(0, 7);
    assert.match(
      await admin.agree("/alerts/mail", { month }),
      /^Not everything was sent\. 127\.0\.0\.1 cannot be reached\./,
    );
    const { response, text } = await admin.get(`/alerts/report?month=${month}`);
    assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none';.*frame-ancestors 'none'/);
    assert.match(text, /<p>[A-Z]\w+ \d{4}: 1 review, 5\.00 stars\./);
    const german = (await admin.get(`/alerts/report?month=${month}`, admin.german)).text;
    assert.match(german, /Tabellen des Betriebs/);
    assert.equal((await admin.get("/alerts/report?month=x")).response.status, 400);
  });
});

Deno.test("the password of a mail account stands on no page, in a file of its own, and serves its account alone", async () => {
  await using admin = await enteredServer([ONE]);
  const file = `${admin.kvPath}.alerts.json`;
  const mail = { kind: "mail", entry: "", mail: "owner@acme.example", from: "reviews@acme.example", max_rating: "2" };
  const ann = { ...mail, smtp: "smtp://127.0.0.1:1", user: "ann" };
  const entries = async () => JSON.parse(await Deno.readTextFile(file));
  await withVariables({}, async () => {
    const { text: plan } = await admin.post("/alerts/save", { ...ann, password: "sësame" });
    assert.match(plan, /127\.0\.0\.1 cannot be reached\./);
    assert.equal((await admin.post("/alerts/save", hiddenFields(plan))).response.status, 303);
    const [{ password_file: path, user }] = await entries();
    assert.deepEqual([user, await Deno.readTextFile(path)], ["ann", "sësame"]);
    const modes = [await Deno.stat(path), await Deno.stat(dirname(path))].map(({ mode }) => mode! & 0o777);
    // On Windows the rights of the folder apply.
    if (Deno.build.os !== "windows") assert.deepEqual(modes, [0o600, 0o700]);
    // Another receiver of the account needs no password; another account gets none of it.
    const second = { ...ann, mail: "b@acme.example, c@acme.example", password: "" };
    const { text: again } = await admin.post("/alerts/save", second);
    await admin.post("/alerts/save", hiddenFields(again));
    // Without a scheme the port decides; a port that may be both is tried with TLS, then with STARTTLS.
    await using receivers = await alertReceivers();
    const { host } = new URL(receivers.smtp);
    const { text: sent } = await admin.post("/alerts/save", { ...mail, smtp: host, user: "", password: "" });
    assert.match(sent, /The test has been sent.*At most one message in 10 minutes\./s);
    assert.equal(hiddenFields(sent)["smtp"], receivers.smtp);
    const hosts = ["h:587", "h:25", "h:465", "h:2525", "smtp://h:465"];
    assert.deepEqual(hosts.map(smtpAddresses), [
      ...[["smtp://h:587"], ["smtp://h:25"], ["smtps://h:465"], ["smtps://h:2525", "smtp://h:2525"]],
      ["smtp://h:465"],
    ]);
    await admin.agree("/alerts/save", { ...mail, smtp: "smtp://127.0.0.1:1", user: "ben", password: "" });
    const [, same, other] = await entries();
    assert.deepEqual([same.password_file, same.mail], [path, ["b@acme.example", "c@acme.example"]]);
    assert.deepEqual([other.password_file, other.smtp], [undefined, "smtp://127.0.0.1:1"]);
    // A password without a user belongs to no account.
    await admin.agree("/alerts/save", { ...mail, smtp: "smtp://127.0.0.1:1", user: "", password: "stray" });
    assert.deepEqual([(await entries()).length, (await Array.fromAsync(Deno.readDir(dirname(path)))).length], [4, 1]);
    const { text: page } = await admin.get("/alerts");
    for (const text of [plan, again, page]) assert.ok(!text.includes("sësame"));
  });
});

/** A server that keeps the texts that are posted to it. */
function webhook() {
  const texts: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const isBroken = request.url.endsWith("/broken");
    if (!isBroken) texts.push(await request.text());
    return new Response(null, { status: isBroken ? 404 : 204 });
  });
  return {
    texts,
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("from afar neither a receiver nor the check of a domain reaches the server's own network", async () => {
  await using page = await passkeyPage();
  const owner = await page.join("Ann");
  using server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let connections = 0;
  const accepting = (async () => {
    for await (const connection of server) {
      connections++;
      connection.close();
    }
  })();
  const { port } = server.addr;
  const mail = { kind: "mail", mail: "a@acme.example", from: "a@acme.example", user: "" };
  const receivers = [
    { kind: "slack", slack: `http://127.0.0.1:${port}/` },
    { kind: "slack", slack: `http://owner.localhost:${port}/` },
    { ...mail, smtp: `127.0.0.1:${port}` },
    { ...mail, smtp: `smtp://localhost:${port}` },
  ];
  for (const receiver of receivers) {
    const { text } = await owner.post("/alerts/save", receiver);
    await owner.post("/alerts/save", hiddenFields(text));
  }
  // They are saved all the same, and refused later.
  const ALERTS = `${page.kvPath}.alerts.json`;
  const { stdout } = await runCli("alerts", ["test", "--json"], page.kvPath, { ALERTS });
  const { text } = await owner.get("/online?checks=all&domain=elsewhere.example");
  server.close();
  await accepting;
  const reasons = JSON.parse(stdout).map(({ failure }: { failure: string }) => failure.split("; ")[1]);
  const hosts = [`127.0.0.1:${port}`, `owner.localhost:${port}`, "127.0.0.1", "localhost"];
  assert.deepEqual(reasons, hosts.map((host) => `${host} is in a private network.`));
  assert.equal(connections, 0);
  assert.doesNotMatch(text, /elsewhere\.example cannot be reached/);
});

Deno.test("from afar a source reads one folder beside the store alone, which has no secrets", async () => {
  await using page = await passkeyPage();
  const owner = await page.join("Ann");
  const store = dirname(page.kvPath);
  const places = {
    passwords: `${page.kvPath}.alerts.json.passwords`,
    inbox: `${store}/reviews`,
    sibling: `${store}/reviews2`,
  };
  await Deno.mkdir(places.passwords);
  await Deno.writeTextFile(`${places.passwords}/ann`, "sesame");
  await Deno.utime(`${places.passwords}/ann`, 0, 0);
  await Deno.mkdir(`${places.inbox}/2026`, { recursive: true });
  await Deno.symlink("/usr/share", `${places.inbox}/link`);
  const add = (place: string) => owner.post("/sources/add", { kind: "folder", place });
  const outside = [
    "/",
    "/etc",
    store,
    places.passwords,
    places.sibling,
    `${places.inbox}/../x`,
    `${places.inbox}/link/..`,
  ];
  for (const place of outside) {
    const { status, text } = await add(place);
    assert.equal(status, 400, place);
    assert.ok(text.includes("is not read from afar") && !text.includes("sesame"), place);
  }
  for (const place of [places.inbox, `${places.inbox}/`, `${places.inbox}/2026`]) {
    assert.match((await add(place)).text, /The source can be read/, place);
  }
});

Deno.test("from afar no page shows the password of a store behind a network", async () => {
  const visitor = { id: "ann", role: "owner", session: "one", isChecked: true } as const;
  const gate: Gate = {
    ...{ refusal: () => null, visitor: () => Promise.resolve(visitor), addPaths: () => {} },
    ...{ expired: () => Promise.resolve(null), door: () => ({ title: "", body: "" }) },
  };
  const workspace = new class extends Workspace {
    override forVisitor() {
      return this;
    }
    override async withStore<T>(action: (kv: Store) => Promise<T>) {
      using kv = await Deno.openKv(":memory:");
      return await action(kv);
    }
  }("postgres://reviews:sesame@db.example/reviews", 1, await Deno.makeTempDir());
  await withVariables({ SOURCES_FILE: "/nowhere/sources.json" }, async () => {
    const app = adminApp(gate, workspace);
    const body = new URLSearchParams({ kind: "folder", place: "/etc" });
    const added = await app.request("/sources/add", { method: "POST", body });
    for (const path of ["/sources", added.headers.get("location") ?? ""]) {
      const text = await (await app.request(path)).text();
      assert.match(text, /name="place"/);
      assert.doesNotMatch(text, /sesame/);
    }
  });
});
