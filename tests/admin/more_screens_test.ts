import assert from "node:assert/strict";
import { dirname } from "node:path";
import { writeSourceState } from "../../cli/watch/source_state.ts";
import { TAXONOMY_NAMES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import english from "../../admin/language/english.json" with { type: "json" };
import { talkFor } from "../../admin/language/admin_language.ts";
import { adminServer, type Fields, hiddenFields } from "../support/admin/admin_server.ts";
import { reviewOf } from "../support/reviews/review_of.ts";
import { withVariables } from "../support/service/with_variables.ts";

const ONE = reviewOf({ author: "Ann Lee", text: "Dan came at once." });

/** The fields of a page's form as a browser sends them, without its files. */
function filledForm(page: string): Record<string, string> {
  const text = (html = "") =>
    html.replaceAll("\r\n", "\n").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll(
      "&amp;",
      "&",
    );
  const inputs = page.matchAll(/<input (?=[^>]*name="([^"]+)")(?=[^>]*value="([^"]*)")(?![^>]*type="file")[^>]*>/g);
  const areas = page.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g);
  const lists = page.matchAll(/<select[^>]*name="([^"]+)"[^>]*>(?:(?!<\/select>).)*?value="([^"]*)" selected/g);
  return Object.fromEntries([...inputs, ...areas, ...lists].map(([, name = "", value]) => [name, text(value)]));
}

Deno.test("what the form of the business shows is published unchanged, and a change after its preview", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  const { text: page } = await admin.get("/business");
  const form = filledForm(page);
  assert.match((await admin.post("/business/publish", form)).text, /Nothing has changed: this was published already\./);
  assert.equal(await admin.agree("/business/publish", form), "Nothing has changed: this was published already.");

  const { services = "", opening_hours: hours = "" } = form;
  const logo = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], "logo.svg");
  const changed: Fields = {
    ...form,
    name: "Müller & Söhne",
    telephone: "",
    opening_hours: `${hours}\nSu 10:00-11:00`,
    technicians: "Zoë Müller (Zoë, Frau Müller)",
    services: services.replace("Sump pumps (sump", "Sump pumps (cellar, sump"),
    "page.color": "#7a1f3d",
    taxonomy: "restaurant",
    "page.logo": logo,
    url: "www.mueller.example",
    review_links: "Google Maps g.example/r",
    same_as: "müller.example/über",
    sources: "Yelp: feeds, search_engines",
  };
  const { text: plan } = await admin.post("/business/publish", changed);
  assert.match(plan, /Telephone<\/dt><dd><del>\+1-419-555-0147<\/del><ins><\/ins>/);
  assert.match(plan, /Open<\/dt><dd><del><\/del><ins>Su 10:00-11:00<\/ins>/);
  assert.match(plan, /Logo<\/dt><dd><del><\/del><ins><img src="\/business\/picture\/[-\w]+" alt="Logo"/);
  assert.doesNotMatch((await admin.get("/business")).text, /Söhne/);
  const { text: pages, response: { headers } } = await admin.get("/business/preview/");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
  assert.match(pages, /Müller &amp; Söhne.*src="\/business\/preview\/assets\/logo-/s);
  assert.doesNotMatch(pages, / (?:href|src|action)="\/(?!business\/preview\/)/);
  const style = /href="(\/business\/preview\/assets\/style[^"]+)"/.exec(pages)?.[1] ?? "";
  assert.match((await admin.get(style)).text, /--accent:light-dark\(#7a1f3d,/);
  const widget = (await admin.get("/business/preview/embed/list")).response.headers;
  assert.match(widget.get("content-security-policy") ?? "", /frame-ancestors 'self'/);
  assert.equal(widget.get("access-control-allow-origin"), null);

  const again = filledForm((await admin.post("/business/publish", { ...hiddenFields(plan), "plan:back": "yes" })).text);
  assert.deepEqual({ ...again, "page.logo": logo }, changed);
  assert.match(await admin.agree("/business/publish", again), /^Done\. Published now: [01] reviews?\.$/);
  const { business, taxonomy } = JSON.parse((await admin.get("/backup/download")).text);
  assert.equal(taxonomy.id ?? taxonomy, "restaurant");
  assert.equal(business.telephone, null);
  assert.deepEqual(business.opening_hours, [...hours.split("\n"), "Su 10:00-11:00"]);
  const technician = { id: "zoe-muller", name: "Zoë Müller", aliases: ["Zoë", "Frau Müller"] };
  assert.deepEqual(business.technicians, [technician]);
  const { id, aliases: [first] } = business.services.at(-1);
  assert.deepEqual([id, first], ["sump-pump", "cellar"]);
  assert.equal(business.url, "https://www.mueller.example");
  assert.deepEqual(business.same_as, ["https://müller.example/über"]);
  assert.deepEqual(business.review_links, [{ label: "Google Maps", url: "https://g.example/r" }]);
  assert.match((await admin.get("/history")).text, /<p>The entries about the business have changed\.<\/p>/);
  const { text: now } = await admin.get("/business");
  assert.match(now, /name="page.color"[^>]*value="#7a1f3d"/);
  assert.match(now, />yelp: feeds, search_engines</);
  assert.match(await admin.agree("/history/undo", {}), /^Undone\./);
});

Deno.test("a fault of the business is named by the label of its field and its line", async () => {
  await using admin = await adminServer();
  await admin.enter();
  const form = filledForm((await admin.get("/business")).text);
  assert.equal(form["name"], "");
  const faults = [
    [{ name: "" }, /Name: /],
    [{ url: "x" }, /Website: /],
    [{ review_links: "Google https://g.example/r\nYelp" }, /Write a review 2: /],
    [{ technicians: "Dan (-)" }, /People 1: /],
    [
      { opening_hours: "Mo-Fr 07:30-18:00\nSo 10:00-11:00" },
      /Open 2: Expected days \(Mo, [^)]*\) and times, such as Mo-Fr 07:30-18:00, not &quot;So 10:00-11:00&quot;</,
    ],
    [{ sources: "Yelp: radio" }, /Leave out a source in some places: /],
    [{ "page.color": "red" }, /Colour of links and buttons: /],
    [{ technicians: "Dan Roe (Dan)\nDan Poe (Dan)" }, /Dan/],
  ] as const;
  for (const [fault, message] of faults) {
    const { response, text } = await admin.post("/business/publish", { ...form, name: "Acme", ...fault });
    assert.equal(response.status, 400);
    assert.match(text, message);
    assert.deepEqual(filledForm(text), { ...form, name: "Acme", ...fault });
  }
  assert.match((await admin.get("/business")).text, /One a line\. Sump pumps .*One a line\. Northside /);
  const several = { name: "", url: "x", email: "y", "page.color": "red", technicians: "Dan (-)" };
  const german = { ...admin.own, "accept-language": "de" };
  const { text: list } = await admin.post("/business/publish", { ...form, ...several }, german);
  const [, first, items = ""] = /role="alert"><p>([^<]*)<\/p><ul>(.*?)<\/ul>/.exec(list) ?? [];
  assert.equal(first, "Der Betrieb lässt sich so nicht verwenden:");
  assert.ok(items.split("<li>").length > Object.keys(several).length, items);
  assert.doesNotMatch(items, /lang="en"|Expected|Invalid/);
  const logo = new File(["GIF89a"], "logo.gif");
  assert.match(
    (await admin.post("/business/publish", { ...form, name: "Acme", "page.logo": logo })).text,
    /logo.gif is none of SVG(?!.*class="picture")/s,
  );
  assert.match(
    await admin.agree("/business/publish", { ...form, name: "Acme", taxonomy: "x" }),
    /^Done\. Published now: [01] reviews?\.$/,
  );
  const { business, taxonomy } = JSON.parse((await admin.get("/backup/download")).text);
  assert.deepEqual([business.name, business.address, business.review_policy], ["Acme", null, null]);
  assert.notEqual(taxonomy, "x");
});

/** A PNG whose data is its name, with a text on where it was taken. */
function png(name: string): File {
  const chunk = (type: string, data: string) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, data.length);
    return [length, type, data, "\0\0\0\0"];
  };
  const mark = new Uint8Array([0x89, ...new TextEncoder().encode("PNG\r\n\x1a\n")]);
  return new File([mark, ...chunk("IDAT", name), ...chunk("tEXt", "Taken at home"), ...chunk("IEND", "")], name);
}

Deno.test("pictures are chosen, shown, kept or removed one by one, and lose what they tell about their maker", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  const sent = async (change: (form: FormData) => void) => {
    const { text } = await admin.get("/business");
    const form = new FormData();
    for (const [name, value] of Object.entries(filledForm(text))) {
      if (!/^page\.(?:logo|cover|photos)$/.test(name)) form.append(name, value);
    }
    for (const [, name = "", id = ""] of text.matchAll(/type="checkbox" name="([^"]+)" value="([^"]+)"/g)) {
      form.append(name, id);
    }
    change(form);
    return form;
  };
  /** The paths of the pictures on a page, by their field. */
  const shown = (page: string) =>
    Array.from(
      page.matchAll(/src="(\/business\/picture\/[^"]+)" alt="([^"]+)"/g),
      ([, path = "", label]) => [label, path],
    );
  const agree = async (form: FormData) => {
    const { text: plan } = await admin.post("/business/publish", form);
    const { response } = await admin.post("/business/publish", formOf(plan));
    assert.equal(response.status, 303);
    return plan;
  };
  const plan = await agree(
    await sent((form) => {
      form.append("page.cover", png("cover"));
      for (const name of ["one", "two", "three"]) form.append("page.photos", png(name));
    }),
  );
  assert.deepEqual(shown(plan).map(([label]) => label), ["Wide picture at the top", "Photos", "Photos", "Photos"]);
  const [[, cover = ""] = [], [, first = ""] = [], [, second = ""] = []] = shown((await admin.get("/business")).text);
  const { text, response: { headers } } = await admin.get(cover);
  assert.deepEqual([headers.get("content-type"), /sandbox/.test(headers.get("content-security-policy") ?? "")], [
    "image/png",
    true,
  ]);
  assert.match(text, /cover.*IEND/s);
  assert.doesNotMatch(text, /Taken at home/);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(admin.uploads)), []);

  const isTwo = (id: string) => second.endsWith(id);
  await agree(
    await sent((form) => {
      const photos = form.getAll("page.photos").map(String).filter((id) => !isTwo(id));
      form.delete("page.photos");
      for (const id of [...photos]) form.append("page.photos", id);
      form.append("page.cover", png("newer"));
    }),
  );
  const left = shown((await admin.get("/business")).text).map(([, path]) => path);
  assert.equal(left.length, 3);
  assert.ok(left[0] !== cover && left[1] === first && !left.includes(second));
  assert.match((await admin.get(left[0] ?? "")).text, /newer/);

  const many = await sent((form) => {
    for (let nth = 0; nth < 7; nth++) form.append("page.photos", png(`${nth}`));
  });
  const { response, text: refused } = await admin.post("/business/publish", many);
  assert.equal(response.status, 400);
  assert.match(refused, /Photos: /);
  assert.equal(shown(refused).length, 10);
  assert.equal((await admin.get("/business/picture/x")).response.status, 400);
});

/** The hidden fields of a page's form, with all values of each. */
function formOf(page: string): FormData {
  const form = new FormData();
  for (const [, name = "", value = ""] of page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
    form.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  return form;
}

Deno.test("the file of the sources is changed by lines, which keep what they do not show", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  const file = `${admin.kvPath}.sources.json`;
  const [real, KV_PATH] = [`${admin.uploads}/sources.json`, admin.kvPath];
  await withVariables({ KV_PATH, SOURCES: "inbox" }, async () => {
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
      const state = { kind: "folder", lookedAt: 1, nextLookAt: 2, failures: 1, importedAt: null, memory: {} } as const;
      await writeSourceState(kv, "inbox", { ...state, result: "failed", reason: "A file asks something." });
    }
    const { text } = await admin.get("/sources");
    assert.match(
      text,
      /inbox<.*1970, 12:00 AM<.*A file asks something\..*href="\/add".*shop\.example\/a\.csv<.*Not looked at yet/,
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
    assert.match(text, new RegExp(`${month}: 1 review`));
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

Deno.test("the way to a domain has its record, Caddyfile, settings and widgets, and the results of the checks", async () => {
  await using admin = await adminServer([ONE]);
  await admin.enter();
  await withVariables({ KV_PATH: admin.kvPath, PORT: "18123" }, async () => {
    const { text } = await admin.get("/online?domain=https%3A%2F%2FReviews.Acme.example%2F");
    const parts = [
      "reviews.acme.example.  A  (address of your server)",
      "https://reviews.acme.example {\n\treverse_proxy 127.0.0.1:18123\n}",
      "BASE_URL=https://reviews.acme.example\nHOST=127.0.0.1\nPORT=18123\nTRUSTED_PROXIES=127.0.0.1/32",
      "&lt;script type=&quot;module&quot; src=&quot;https://reviews.acme.example/embed.js&quot;",
    ];
    for (const part of parts) assert.ok(text.includes(part), part);
    const all = ["1 review, published at", "No service answers at http://127.0.0.1:18123"];
    // What takes long waits for a button.
    assert.ok(!all.some((part) => text.includes(part)));
    const { text: checked } = await admin.get("/online?domain=a.example&checks=all");
    for (const part of all) assert.ok(checked.includes(part), part);
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

Deno.test("each language names all kinds of business, and fills the same places", () => {
  for (const language of ["en", "de", "es", "fr"]) {
    const { words } = talkFor(new Headers({ "accept-language": language }));
    for (const name of TAXONOMY_NAMES) assert.ok(`kind_${name}` in words, `${language}: ${name}`);
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [name, text] of Object.entries(english)) {
      assert.deepEqual(places(words[name as keyof typeof english]), places(text), `${language}: ${name}`);
    }
  }
});

Deno.test("every word of the program is used", () => {
  const folders = ["", "frame/", "language/", "screens/"].map((path) =>
    new URL(`../../admin/${path}`, import.meta.url)
  );
  const files = folders.flatMap((folder) => [...Deno.readDirSync(folder)].map(({ name }) => new URL(name, folder)));
  const code = files.filter(({ pathname }) => /\.tsx?$/.test(pathname)).map(Deno.readTextFileSync)
    .join();
  // These are found by the name of a change, condition or field.
  const named = /^(?:hide_review$|restore_review$|(?:verb|count|condition|meaning|kind|telling)_)/;
  assert.deepEqual(
    Object.keys(english).filter((name) => !named.test(name) && !RegExp(`\\b${name}\\b`).test(code)),
    [],
  );
});
