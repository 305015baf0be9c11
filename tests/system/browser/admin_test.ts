import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { browserTest, makeVisits, type Visit } from "../../support/pages/visits.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { adminServer } from "../../support/admin/admin_server.ts";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle";
const REVIEWS = [
  reviewOf({ native: "ann", author: "Ann Lee", source: "Google", owner_reply: { text: "Danke.", date: "2026-05-20" } }),
  reviewOf({
    native: "bob",
    author: `Bob ${LONG}`,
    rating: 1,
    text: `${LONG} came late. `.repeat(20),
    date: "2026-05-02",
  }),
  ...Array.from(
    { length: 22 },
    (_, n) => reviewOf({ native: `${n}`, author: `Cay ${n}`, rating: 4, date: "2026-04-01" }),
  ),
];
const BOB = REVIEWS[1]?.id ?? "";
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="20"/></svg>';
const OVERFLOW = "document.documentElement.scrollWidth - innerWidth";
/** The heading of a page is shown before its pictures are loaded. */
const WIDTHS = `Promise.all([...document.images].map((one) =>
    one.complete || new Promise((resolve) => one.onload = one.onerror = resolve)))
  .then(() => ${OVERFLOW} + "," + [...document.images].map(({ naturalWidth }) => naturalWidth))`;
const SMALL_TARGETS =
  `[...document.querySelectorAll("main a, button, summary, input:not([type=hidden]), select, nav a")]
  .filter((target) => {
    const { height, width } = target.getBoundingClientRect();
    const isMenu = innerWidth < 500 && target.closest("nav");
    return width > 1 && height > 0 && (isMenu ? Math.min(width, height) < 43.5 : height < 23.5);
  }).map((target) => target.outerHTML.slice(0, 80)).join() || "0"`;

/** On a phone the navigation is one row. */
const LARGE_MENU = `Math.max(0, innerWidth < 500 ? document.querySelector(".menu nav").clientHeight - 64 : 0)`;

/** Asks a page of the program from a page of another origin, in every way that a browser has. */
function attack(admin: string): string {
  return `(async () => {
    const body = new URLSearchParams({ id: "${BOB}", reason: "spam" });
    const told = async (asked) => asked.then((answer) => answer.type + answer.status, () => "refused");
    const asked = [
      await told(fetch("${admin}/reviews/hide", { method: "POST", body, mode: "no-cors", credentials: "include" })),
      await told(fetch("${admin}/reviews/hide", { method: "POST", body, credentials: "include" })),
      await told(fetch("${admin}/backup/download", { credentials: "include" })),
      await told(fetch("${admin}/history/undo", { method: "DELETE", credentials: "include" })),
    ];
    const frame = document.body.appendChild(document.createElement("iframe"));
    const script = document.createElement("script");
    const loaded = new Promise((go) => (script.onload = () => go("loaded"), script.onerror = () => go("blocked")));
    script.src = "${admin}/assets/admin.js";
    document.body.append(script);
    const isFramed = new Promise((go) => frame.onload = go);
    frame.src = "${admin}/";
    await isFramed;
    let inside = "blocked";
    try { inside = frame.contentDocument?.title ?? "blocked"; } catch {}
    return [...asked, await loaded, inside].join(" ");
  })()`;
}

browserTest(
  "in a browser an owner comes in, and acts with and without script; other pages do nothing",
  async (test) => {
    await using admin = await adminServer(REVIEWS);
    await admin.enter();
    const cookie = admin.cookie();
    await using withScript = await adminServer(REVIEWS);
    await using without = await adminServer(REVIEWS);
    await using _attacker = attackerSite();
    const { origin } = admin;
    const paths = [
      "/",
      "/add",
      "/reviews",
      "/reviews?stars=1",
      `/reviews/${BOB}`,
      "/business",
      "/subjects",
      "/ask",
      "/sources",
      "/alerts",
      "/online?domain=reviews.acme.example",
      "/history",
      "/history/1",
      "/backup",
      "/nope",
    ];
    const looks = paths.flatMap((path): readonly Visit[] =>
      ([[390, "light", "de"], [1440, "dark", "en"]] as const).map(([width, scheme, language]) => ({
        url: origin + path,
        ...{ width, scheme, language, cookie },
        axe: true,
        steps: [{ evaluate: OVERFLOW }, { evaluate: SMALL_TARGETS }, { evaluate: LARGE_MENU }],
      }))
    );
    const hiding = [
      { click: "link", name: "All reviews" },
      { fill: "Search", text: "bob" },
      { click: "button", name: "Search" },
      { click: "link", name: "Hide or erase" },
      { choose: "Reason", value: "spam" },
      { click: "button", name: "Hide this review" },
      { arrive: "/draft/" },
      { click: "button", name: "Hide this review" },
      { arrive: `/reviews/${BOB}` },
      { evaluate: "document.querySelector('[role=status]').textContent" },
      { click: "button", name: "Undo" },
      { arrive: "/draft/" },
      { click: "button", name: "Undo" },
      { arrive: "/history" },
      { evaluate: "document.querySelector('[role=status]').textContent + location.hash" },
    ] as const;
    const walk = (telephone: string) =>
      [
        { click: "link", name: "The business" },
        { fill: "Telephone", text: telephone },
        // It is kept while the page stays open.
        {
          evaluate: `new Promise((go) => {
            const look = async () =>
              (await (await fetch("/business")).text()).includes("${telephone}") ? go("kept") : look();
            look();
          })`,
        },
        { open: "People, Services, Areas" },
        { fill: "Areas", text: "Springfield\nOrrin Lake (the lake)" },
        { open: "Colour of links and buttons, Logo, Wide picture at the top, Photos" },
        { upload: "Logo", files: [{ name: "logo.svg", bytes: new TextEncoder().encode(LOGO) }] },
        { upload: "Photos", files: [{ name: "phone.png", bytes: largePng() }] },
        {
          evaluate: `new Promise((go) => {
            const look = () => {
              const { name, size } = document.querySelector("[multiple]").files[0];
              name.endsWith(".webp") ? go(name + (size < 1_000_000)) : requestAnimationFrame(look);
            };
            look();
          })`,
        },
        { click: "button", name: "Preview" },
        { arrive: "/draft/" },
        { click: "link", name: "The business" },
        { arrive: "/business" },
        { fill: "Website", text: "https://acme.example/" },
        { click: "button", name: "Preview" },
        { arrive: "/draft/" },
        { evaluate: "[...document.querySelectorAll('.changes dt')].map((one) => one.textContent).join()" },
        { evaluate: WIDTHS },
        { click: "button", name: "Publish" },
        { arrive: "/business" },
        { evaluate: "document.querySelector('[role=status]').textContent" },
        { click: "link", name: "Put it online" },
        { fill: "Address at which the reviews shall appear", text: "reviews.acme.example" },
        { click: "button", name: "Show the steps" },
        { arrive: "?domain=reviews.acme.example" },
        { evaluate: "document.querySelectorAll('ol pre').length + document.activeElement.tagName" },
      ] as const;
    const walks = [390, 1440].map((width, nth): Visit => ({
      ...{ url: `${origin}/`, width, cookie, axe: true },
      steps: walk(`+1 555 010${nth}`),
    }));
    const acting: readonly Visit[] = [
      { url: withScript.address, axe: true, steps: hiding },
      {
        url: without.origin,
        javaScript: false,
        steps: [
          { fill: "Open the link that “deno task admin” has printed. Or paste it here:", text: without.address },
          { click: "button", name: "Come in" },
          ...hiding,
        ],
      },
      { url: `${origin}/reviews`, axe: true, steps: [{ shown: "Come in" }] },
    ];
    const attacks = [origin, `http://localhost:${admin.port}`].map((target): Visit => ({
      url: _attacker.origin,
      cookie,
      steps: [{ evaluate: attack(target) }],
    }));
    const visited = await makeVisits([...looks, ...acting, ...walks, ...attacks]);

    await test.step("every page is without errors, foreign requests and findings of axe-core, on phones and desktops", () => {
      const faults = looks.flatMap(({ url, width }, at) => {
        const { errors = [], requests = [], violations = [], values = [] } = visited[at] ?? {};
        const found = [
          ...errors.filter((error) => !url.endsWith("nope") || !error.includes("404")),
          ...requests.filter((request) => !request.startsWith(`${origin}/`)),
          ...violations,
          ...values.filter((value) => value !== "0"),
        ];
        return found.map((fault) => `${url} ${width}: ${fault}`);
      });
      assert.deepEqual(faults, []);
    });

    await test.step("the address opens the program, and a review is hidden and restored, with and without script", () => {
      const [first, second, entry] = visited.slice(looks.length);
      for (const visit of [first, second]) {
        assert.deepEqual(visit?.values, [
          "Hidden. Published now: 23 reviews.",
          "Undone. Published now: 24 reviews.",
        ]);
        assert.deepEqual(visit?.errors, []);
      }
      assert.deepEqual([...first?.violations ?? [], ...entry?.violations ?? []], []);
      assert.ok(
        !first?.requests.some((request) => request.includes(withScript.token.slice(0, 9)) && !request.includes("#")),
      );
    });

    await test.step("the business is changed, looked at, changed again and published, and its way to a domain shown", () => {
      const [first, second] = visited.slice(-4, -2);
      const [published, steps] = ["Done. Published now: 24 reviews.", "6BODY"];
      assert.deepEqual(first?.values, [
        "kept",
        "phone.webptrue",
        "Telephone,Website,Areas,Logo,Photos",
        "0,40,500",
        published,
        steps,
      ]);
      assert.deepEqual(second?.values, [
        "kept",
        "phone.webptrue",
        "Telephone,Logo,Photos",
        "0,40,40,500",
        published,
        steps,
      ]);
      for (const { errors, violations } of [first!, second!]) assert.deepEqual([...errors, ...violations], []);
    });

    await test.step("a page of another port or name, with the cookie in the browser, changes, reads and frames nothing", async () => {
      for (const { values } of visited.slice(-2)) {
        assert.equal(values[0], "refused refused refused refused blocked blocked");
      }
      assert.doesNotMatch((await admin.get(`/reviews/${BOB}`)).text, /class="mark"/);
    });
  },
);

/** A picture of more than 1 MB: noise, which PNG does not make smaller. */
function largePng(width = 500, height = 700): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    crypto.getRandomValues(rows.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1)));
  }
  const chunk = (type: string, data: Uint8Array) => {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    const content = Buffer.concat([Buffer.from(type), data]);
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(content));
    return [length, content, check];
  };
  const header = Buffer.from("00000000" + "00000000" + "0802000000", "hex");
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array())].flat();
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

/** An empty page of another origin, which is the same site for cookies. */
function attackerSite() {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      new Response("<!doctype html><title>x</title><link rel=icon href=data:,>", {
        headers: { "content-type": "text/html" },
      }),
  );
  return { origin: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}
