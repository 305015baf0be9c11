import assert from "node:assert/strict";
import { openingHoursOf } from "../../admin/screens/opening_hours.ts";
import { formatsOf } from "../../routes/pages/frame/formats.ts";
import { openingHours } from "../../routes/pages/parts/opening_hours.ts";
import { enteredServer, type Fields, filledForm } from "../support/admin/admin_server.ts";
import { publishImport } from "../support/import/publish_import.ts";
import { importOf, reviewOf } from "../support/reviews/review_of.ts";
import { openStore } from "../../service/store/open_store.ts";

const ONE = reviewOf({ author: "Ann Lee", text: "Dan came at once." });

Deno.test("what the form of the business shows is published unchanged, and a change after its preview", async () => {
  await using admin = await enteredServer([ONE]);
  const { kv } = await openStore(admin.kvPath);
  await publishImport(kv, importOf([{ ...ONE, rating: 4 }], { pages: { unverified: { yelp: false } } }), false);
  kv.close();
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
    opening_hours: `${hours}\nSun 10:00\u00a0AM\u00a0–\u00a011:00\u00a0AM`,
    technicians: "Zoë Müller (Zoë, Frau Müller)",
    services: services.replace("Sump pumps (sump", "Sump pumps (cellar, sump"),
    "page.color": "#7a1f3d",
    taxonomy: "restaurant",
    "review_policy.invites": "some",
    "page.logo": logo,
    url: "www.mueller.example",
    review_links: "Google Maps g.example/r\ng.page/r/acme\nhttps://de.trustpilot.com/evaluate/x",
    same_as: "müller.example/über",
  };
  const { text: plan } = await admin.post("/business/publish", changed);
  assert.match(plan, /Telephone<\/dt><dd><del>\+1-419-555-0147<\/del><ins><\/ins>/);
  assert.match(plan, /Opening hours<\/dt><dd><del><\/del><ins>Sun 10:00\u00a0AM\u00a0–\u00a011:00\u00a0AM<\/ins>/);
  assert.match(plan, /Logo<\/dt><dd><del><\/del><ins><img src="\/business\/picture\/[-\w]+" alt="Logo"/);
  assert.match(plan, /<ins>The business says that it asks only some customers\.<\/ins>/);
  assert.doesNotMatch((await admin.get("/history")).text, /<p>The entries about the business have changed/);
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

  const again = filledForm((await admin.get("/business")).text);
  assert.deepEqual({ ...again, "page.logo": logo }, { ...changed, id: "", "plan:path": "/business/publish" });
  assert.match(await admin.agree("/business/publish", again), /^Done\. Published now: [01] reviews?\.$/);
  const { business, taxonomy, settings: { unverified } } = JSON.parse((await admin.get("/backup/download")).text);
  assert.deepEqual(unverified, { yelp: false }, "what the form does not show stays");
  assert.equal(taxonomy.id ?? taxonomy, "restaurant");
  assert.equal(business.telephone, null);
  assert.deepEqual(business.opening_hours, ["Mo-Fr 07:30-18:00", "Sa 08:00-14:00", "Su 10:00-11:00"]);
  const technician = { id: "zoe-muller", name: "Zoë Müller", aliases: ["Zoë", "Frau Müller"] };
  assert.deepEqual(business.technicians, [technician]);
  const { id, aliases: [first] } = business.services.at(-1);
  assert.deepEqual([id, first], ["sump-pump", "cellar"]);
  assert.equal(business.url, "https://www.mueller.example");
  assert.deepEqual(business.same_as, ["https://müller.example/über"]);
  assert.deepEqual(business.review_links, [
    { label: "Google Maps", url: "https://g.example/r" },
    { label: "Google", url: "https://g.page/r/acme" },
    { label: "Trustpilot", url: "https://de.trustpilot.com/evaluate/x" },
  ]);
  assert.match(
    (await admin.get("/history")).text,
    /<p>The entries about the business have changed\.<\/p>/,
  );
  const { text: now } = await admin.get("/business");
  assert.match(now, /name="page.color"[^>]*value="#7a1f3d"/);
  assert.match(await admin.agree("/history/undo", {}), /^Undone\./);
});

Deno.test("opening hours are read as people write them in four languages", () => {
  const lines = [
    ["de", "Di–Fr 9–18 Uhr", ["Tu-Fr 09:00-18:00"]],
    ["en", "Tue-Fri 9am-6pm", ["Tu-Fr 09:00-18:00"]],
    ["de", "Montag bis Freitag 8.30 - 12 Uhr, 13:30–17 Uhr", ["Mo-Fr 08:30-12:00", "Mo-Fr 13:30-17:00"]],
    ["fr", "lun., mer. et ven. 9h à 17h30", ["Mo,We,Fr 09:00-17:30"]],
    ["es", "Lunes a viernes de 9:00 a 18:00", ["Mo-Fr 09:00-18:00"]],
    // A day that two languages call alike is that of the owner's.
    ["de", "Do 10-20", ["Th 10:00-20:00"]],
    ["es", "Do 10-20", ["Su 10:00-20:00"]],
    ["en", "Sat 2-6pm", ["Sa 14:00-18:00"]],
    ["de", "täglich 10–22 Uhr", ["Mo-Su 10:00-22:00"]],
    ["en", "Sat 12am-12pm", ["Sa 00:00-12:00"]],
    ["en", "Sun closed", []],
    ["de", "Sonntag zu", []],
    ["en", "closed Sundays", []],
    ["en", "Weekdays 9-5.30", ["Mo-Fr 09:00-17:30"]],
    ["en", "Mon to Fri 9-5.30", ["Mo-Fr 09:00-17:30"]],
    ["en", "Saturdays 10 - 1", ["Sa 10:00-13:00"]],
    ["en", "Fri 18-2, Sat 10:00-02:00", null],
    ["en", "Fri 18-2", ["Fr 18:00-02:00"]],
    ["es", "vie 20:00-8:30", ["Fr 20:00-08:30"]],
    ["en", "Fri 10:00-02:00", ["Fr 10:00-02:00"]],
    ["de", "montags 9-18 Uhr", ["Mo 09:00-18:00"]],
    ["fr", "dim. fermé", []],
    ["fr", "lun 9 h 15 – 12 h 15", ["Mo 09:15-12:15"]],
    ["de", "Mo 9 Uhr 15 bis 12 Uhr, 13–18 Uhr", ["Mo 09:15-12:00", "Mo 13:00-18:00"]],
    ["en", "Mon 9 15 - 12 15", null],
    ["fr", "Th 07:30-18:00", ["Th 07:30-18:00"]],
    ["en", "whenever", null],
    // The member of the business file has no place for it, so it is not left out in silence.
    ["de", "Sa nach Vereinbarung", null],
    ["en", "Mon 25-30", null],
  ] as const;
  for (const [language, line, read] of lines) {
    assert.deepEqual(openingHoursOf(line, language), read, line);
    // What the form shows of it is read alike.
    const shown = (one: string) => openingHoursOf(openingHours(formatsOf(language), one), language);
    assert.deepEqual(read?.flatMap(shown), read ?? undefined, line);
  }
});

Deno.test("a fault of the business is named by the label of its field and its line", async () => {
  await using admin = await enteredServer();
  const form = filledForm((await admin.get("/business")).text);
  assert.equal(form["name"], "");
  const faults = [
    [{ name: "" }, /Name: /],
    [{ url: "x" }, /Website: /],
    [{ review_links: "Google https://g.example/r\nYelp" }, /Write a review, line 2: /],
    [{ technicians: "Dan (-)" }, /People, line 1: /],
    [
      { opening_hours: "Mo-Fr 07:30-18:00\nSome days" },
      new RegExp(
        [
          "Opening hours, line 2: Please write days and times, such as [^<]*, not &quot;Some days&quot;<",
          'href="#opening_hours">Opening hours<',
          '<textarea[^>]*aria-describedby="opening_hours-fault[^>]*aria-invalid="true"',
          'id="opening_hours-fault"[^>]*>Opening hours, line 2: Please',
        ].join(".*"),
        "s",
      ),
    ],
    [{ "page.color": "red" }, /Colour of links and buttons: /],
    [{ technicians: "Dan Roe (Dan)\nDan Poe (Dan)" }, /Dan/],
  ] as const;
  for (const [fault, message] of faults) {
    const { response, text } = await admin.post("/business/publish", { ...form, name: "Acme", ...fault });
    assert.equal(response.status, 400);
    assert.match(text, message);
    assert.deepEqual(filledForm(text), { ...form, name: "Acme", ...fault });
  }
  assert.match((await admin.get("/business")).text, /One a line\. What customers also say .*One a line\. Google /);
  const several = { name: "", url: "x", email: "y", "page.color": "red", technicians: "Dan (-)" };
  const { text: list } = await admin.post("/business/publish", { ...form, ...several }, admin.german);
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
  await using admin = await enteredServer([ONE]);
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
