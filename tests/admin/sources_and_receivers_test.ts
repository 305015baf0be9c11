import assert from "node:assert/strict";
import { dirname } from "node:path";
import { writeSourceState } from "../../cli/watch/source_state.ts";
import { adminServer, filledForm, hiddenFields } from "../support/admin/admin_server.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { withVariables } from "../support/service/with_variables.ts";

const ONE = reviewOf({ author: "Ann Lee", text: "Dan came at once." });

Deno.test("the file of the sources is changed by lines, which keep what they do not show", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  const file = `${admin.kvPath}.sources.json`;
  const [real, KV_PATH] = [`${admin.uploads}/sources.json`, admin.kvPath];
  await withVariables({ KV_PATH, SOURCES_FILE: "" }, async () => {
    assert.match((await admin.get("/sources")).text, /with SOURCES_FILE=FILE.*$/);
  });
  await withVariables({ KV_PATH }, async () => {
    const save = async (lines: string) =>
      await admin.agree("/sources/save", { ...filledForm((await admin.get("/sources")).text), lines });
    assert.match(await save("/srv/inbox\nhttps://shop.example/a.csv"), /^Saved\./);
    // A link stays one.
    await Deno.rename(file, real);
    await Deno.symlink(real, file);
    const [inbox, shop] = JSON.parse(await Deno.readTextFile(file));
    // Editors on Windows begin a file with a byte order mark.
    await Deno.writeTextFile(file, `\ufeff${JSON.stringify([{ ...inbox, skip_invalid: true }, shop])}`);
    {
      using kv = await Deno.openKv(admin.kvPath);
      const state = {
        kind: "folder",
        lookedAt: Date.UTC(2026, 6, 1, 12),
        nextLookAt: 0,
        failures: 1,
        importedAt: null,
        memory: {},
      } as const;
      await writeSourceState(kv, "inbox", { ...state, result: "failed", reason: "A file asks something." });
    }
    const { text } = await admin.get("/sources");
    assert.match(
      text,
      /inbox<.*Jul [12], 2026, \d+:\d\d [AP]M<.*A file asks something\..*href="\/add".*shop\.example\/a\.csv<.*Not looked at yet/,
    );
    assert.match(await save("/srv/inbox\r\ngoogle:accounts/1/locations/2"), /^Saved\./);
    const entries = [{ folder: "/srv/inbox", skip_invalid: true }, { google_location: "accounts/1/locations/2" }];
    assert.deepEqual(JSON.parse(await Deno.readTextFile(file)), entries);
    const saved = filledForm((await admin.get("/sources")).text);
    const stale = await admin.post("/sources/save", { ...filledForm(text), lines: "/srv/other" });
    assert.match(stale.text, /Something has changed meanwhile/);
    assert.deepEqual(filledForm(stale.text), { ...saved, lines: "/srv/other" });
    const { text: plan } = await admin.post("/sources/save", filledForm(stale.text));
    const { text: back } = await admin.post("/sources/save", { ...hiddenFields(plan), "plan:back": "yes" });
    assert.deepEqual(filledForm(back), filledForm(stale.text));
    const faults = [
      ["http://shop.example/", /allowed is https/],
      ["google:x", /Expected accounts\/ID/],
      ["https://a:b@shop.example/", /Expected an https URL/],
      ["/srv/inbox\nnonsense here", />&quot;nonsense here&quot; is no folder on this computer; write its whole path, /],
    ] as const;
    for (const [lines, message] of faults) {
      const { response, text } = await admin.post("/sources/save", { ...saved, lines });
      assert.equal(response.status, 400, lines);
      assert.match(text, message);
      assert.deepEqual(filledForm(text), { ...saved, lines });
    }
    assert.deepEqual(JSON.parse(await Deno.readTextFile(real)), entries);
    assert.ok((await Deno.lstat(file)).isSymlink);
  });
});

Deno.test("receivers and conditions are sentences; a test and the report reach them after their plan", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  assert.match((await admin.get("/alerts")).text, /Nobody is told yet/);
  await using hook = webhook();
  const file = `${admin.kvPath}.alerts.json`;
  const mail = { mail: "owner@acme.example", smtp: "smtp://127.0.0.1:1", from: "reviews@acme.example" };
  const team = {
    name: "team",
    webhook: `${hook.origin}/secret`,
    when: { people: ["Jake", "Ann"], average_below: 4.5, withdrawn: false },
  };
  await withVariables({}, async () => {
    const save = async (lines: string) =>
      await admin.agree("/alerts/save", { ...filledForm((await admin.get("/alerts")).text), lines });
    assert.match(await save("ntfy=https://ntfy.example/a?b=c"), /^Saved\./);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(file)), [{ ntfy: "https://ntfy.example/a?b=c" }]);
    assert.match(await save(""), /^Saved\./);
    const two = "mail=a@b.example,c@d.example smtp=smtp://127.0.0.1:1 from=a@b.example pause_minutes=5";
    assert.match(await save(two), /^Saved\./);
    const [{ mail: both, pause_minutes }] = JSON.parse(await Deno.readTextFile(file));
    assert.deepEqual([both, pause_minutes], [["a@b.example", "c@d.example"], 5]);
    assert.match(await save("ntfy=https://ntfy.example/a token_file=C:\\Ann Lee\\token pause_minutes=1"), /^Saved\./);
    assert.equal(JSON.parse(await Deno.readTextFile(file))[0].token_file, "C:\\Ann Lee\\token");
    assert.match(await save(two), /^Saved\./);
    for (const lines of ["slack", "command=/bin/true"]) {
      const { response, text } = await admin.post("/alerts/save", { before: two, lines });
      assert.deepEqual([response.status, filledForm(text)["lines"]], [400, lines]);
    }
    await Deno.writeTextFile(file, JSON.stringify([team]));
    const { text: page } = await admin.get("/alerts");
    assert.match(page, /webhook, 127\.0\.0\.1:.*A new review names Jake, Ann\..*30 days falls below 4\.5\./);
    assert.doesNotMatch(page, /stars\.|disappeared|Send by mail/);
    assert.match((await admin.post("/alerts/test", {})).text, /Send a test.*webhook, 127/);
    assert.deepEqual(hook.texts, []);
    assert.equal(await admin.agree("/alerts/test", {}), "Sent.");
    assert.match(hook.texts.join(), /This is a test\./);

    assert.doesNotMatch((await admin.get("/alerts")).text, /alerts\/password/);
    await Deno.writeTextFile(file, JSON.stringify([mail]));
    assert.match(
      (await admin.get("/alerts")).text,
      /A new review has at most 2 stars\..*nobody has hidden.*Send by mail/s,
    );
    const month = ONE.date.slice(0, 7);
    assert.match(
      await admin.agree("/alerts/mail", { month }),
      /^Not everything was sent\. The mail server 127\.0\.0\.1 did not take the message/,
    );
    const { response, text } = await admin.get(`/alerts/report?month=${month}`);
    assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none';.*frame-ancestors 'none'/);
    assert.match(text, /<p>[A-Z]\w+ \d{4}: 1 review, 5\.00 stars\./);
    assert.equal((await admin.get("/alerts/report?month=x")).response.status, 400);
  });
});

Deno.test("each mail account is asked for its own password, which no other account and no changed line gets", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  const file = `${admin.kvPath}.alerts.json`;
  const account = (user: string, host: string, more: object = {}) => ({
    ...{ name: user, mail: "owner@acme.example", smtp: `smtps://${host}`, from: "reviews@acme.example", user },
    ...more,
  });
  const [ann, ben] = [account("ann", "mail.a.example"), account("ben", "mail.b.example:2465")];
  const others = [
    account("cay", "mail.c.example", { password_file: "/etc/mail-password" }),
    { slack: "https://hooks.example/x" },
  ];
  const labels = ["Password of ann (mail.a.example)", "Password of ben (mail.b.example:2465)"];
  await withVariables({}, async () => {
    const entries = async () => JSON.parse(await Deno.readTextFile(file));
    const save = async (lines: string) =>
      await admin.agree("/alerts/save", { ...filledForm((await admin.get("/alerts")).text), lines });
    const linesOf = async () => filledForm((await admin.get("/alerts")).text)["lines"] ?? "";
    const fields = (page: string) =>
      Array.from(
        page.matchAll(/<label[^>]*>([^<]+)<\/label><input (?=[^>]*type="password")[^>]*name="([^"]+)"/g),
        ([, label = "", name = ""]) => [label, name] as const,
      );
    await Deno.writeTextFile(file, JSON.stringify([ann, ben, ...others]));
    assert.match(
      await save(`${await linesOf()}\nslack=https://hooks.example/y name=y`),
      /^Saved\. Still missing: the password of ann \(mail\.a\.example\), ben \(mail\.b\.example:2465\)\.$/,
    );
    assert.match(await save((await linesOf()).replace(/\n.*name=y$/, "")), /Still missing/);
    const asked = fields((await admin.post("/alerts/password", {})).text);
    assert.deepEqual(asked.map(([label]) => label), labels);
    const [[, ofAnn = ""] = [], [, ofBen = ""] = []] = asked;

    const typed = { [ofAnn]: "sësame", [ofBen]: "" };
    assert.match(
      await admin.agree("/alerts/password", {}, typed),
      /^Saved\. Still missing: the password of ben \([^,]+$/,
    );
    const [{ password_file, ...rest }, ...untouched] = await entries();
    assert.deepEqual([rest, ...untouched], [ann, ben, ...others]);
    assert.equal(await Deno.readTextFile(password_file), "sësame");
    assert.deepEqual([
      (await Deno.stat(password_file)).mode! & 0o777,
      (await Deno.stat(dirname(password_file))).mode! & 0o777,
    ], [
      0o600,
      0o700,
    ]);

    assert.match(
      await admin.agree("/alerts/password", {}, { [ofBen]: "open" }),
      /^Saved\. They are told from now on\./,
    );
    const saved = await entries();
    const texts = saved.slice(0, 2).map((one: { password_file: string }) => Deno.readTextFileSync(one.password_file));
    assert.deepEqual([texts, saved.slice(2)], [["sësame", "open"], others]);
    // A password that was mistyped can be given again.
    assert.deepEqual(fields((await admin.post("/alerts/password", {})).text), asked);
    const pages = [await admin.get("/alerts"), await admin.post("/alerts/password", typed)];
    assert.ok(!pages.some(({ text }) => text.includes("sësame")));

    const moved = (await linesOf()).replace("mail.a.example", "mail.new.example");
    assert.match(await save(moved), /^Saved\. Still missing: the password of ann \(mail\.new\.example\)\.$/);
    const [now, kept] = await entries();
    assert.deepEqual([now, kept], [{ ...ann, smtp: "smtps://mail.new.example" }, saved[1]]);
  });
});

/** A server that keeps the texts that are posted to it. */
function webhook() {
  const texts: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    texts.push(await request.text());
    return new Response(null, { status: 204 });
  });
  return {
    texts,
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
