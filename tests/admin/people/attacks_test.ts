import assert from "node:assert/strict";
import { HELPERS_PATHS } from "../../../admin/frame/visitor.ts";
import { SCREENS } from "../../../admin/screens.ts";
import { invite, type Passkey, peopleRows, type Person, type Role } from "../../../domain/people.ts";
import { revoke, type Session } from "../../../admin/people/sessions.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { Authenticator, type Claims, type Options } from "../../support/admin/authenticator.ts";
import { ORIGIN, OWN, type PasskeyBrowser, passkeyPage } from "../../support/admin/passkey_page.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const REVIEW = reviewOf();

async function stage() {
  const page = await passkeyPage([REVIEW]);
  const [owner, helper, stranger] = [await page.join("Ann"), await page.join("Ben", "helper"), page.browser()];
  const idOf = async (name: string) =>
    await page.withStore(async (kv) =>
      (await peopleRows<Person>(kv, "person")).find((one) => one.name === name)?.id ?? ""
    );
  const invited = (name: string, role: Role = "owner") =>
    page.withStore((kv) => invite(kv, name, role, page.clock.now));
  return { ...page, owner, helper, stranger, idOf, invited };
}

type Stage = Awaited<ReturnType<typeof stage>>;
/** Resolves to true if the attack succeeds. */
type Attack = (stage: Stage) => Promise<boolean>;

const isInside = async (browser: PasskeyBrowser) => (await browser.get("/reviews")).status === 200;

/** Sends a response of an authentication, and tells whether it opens a session. */
async function opens(browser: PasskeyBrowser, response: unknown): Promise<boolean> {
  return (await browser.json("/passkeys/end", { purpose: "enter", response })).status === 200;
}

/** The owner's passkey with a claim, such as a page on another origin would get. */
function claiming(claims: Claims): Attack {
  return async ({ owner, stranger }) =>
    await opens(stranger, owner.authenticator.enter(await stranger.options("enter"), claims));
}

const CEREMONIES: Readonly<Record<string, Attack>> = {
  "a response is sent again": async ({ owner, stranger }) => {
    const response = owner.authenticator.enter(await stranger.options("enter"));
    assert.ok(await opens(owner, response));
    return await opens(stranger, response);
  },
  "a response is sent twice at the same time": async ({ owner, stranger, browser, start }) => {
    const response = owner.authenticator.enter(await stranger.options("enter"), { counter: 0 });
    const results = await Promise.all([opens(stranger, response), opens(browser(start()), response)]);
    return results.every(Boolean);
  },
  "a used challenge is signed anew": async ({ owner, stranger }) => {
    const options = await stranger.options("enter");
    assert.ok(await opens(stranger, owner.authenticator.enter(options)));
    return await opens(stranger, owner.authenticator.enter(options));
  },
  "a challenge of the attacker": claiming({ challenge: "x".repeat(43) }),
  "a challenge that was made for another purpose": async ({ owner, stranger }) =>
    await opens(stranger, owner.authenticator.enter(await owner.options("add"))),
  "a challenge that was made for another session": async ({ owner, browser }) => {
    const second = browser();
    second.authenticator = owner.authenticator;
    assert.equal(await second.ceremony("enter"), 200);
    const response = new Authenticator(ORIGIN).register(await owner.options("add"));
    return (await second.json("/passkeys/end", { purpose: "add", response })).status === 200;
  },
  "a challenge that was made for another invitation": async ({ stranger, invited }) => {
    const [first, second] = [await invited("Cay"), await invited("Dan")];
    const response = stranger.authenticator.register(await stranger.options("join", first));
    return (await stranger.json("/passkeys/end", { purpose: "join", invitation: second, response })).status === 200;
  },
  "a challenge after five minutes": async ({ owner, stranger, clock }) => {
    const options = await stranger.options("enter");
    clock.now += 5 * MINUTE + 1;
    return await opens(stranger, owner.authenticator.enter(options));
  },
  "a challenge of the future, after the clock was set back": async ({ owner, stranger, clock }) => {
    const options = await stranger.options("enter");
    clock.now -= HOUR;
    return await opens(stranger, owner.authenticator.enter(options));
  },
  "another origin": claiming({ origin: "https://evil.example" }),
  "another port of the host": claiming({ origin: `${ORIGIN}:8443` }),
  "the host without TLS": claiming({ origin: ORIGIN.replace("https", "http") }),
  "another RP ID": claiming({ rpId: "evil.example" }),
  "the RP ID of the domain above": claiming({ rpId: "acme.example" }),
  "a registration in place of an authentication": claiming({ type: "webauthn.create" }),
  "a passkey that nobody has unlocked": claiming({ isVerified: false }),
  "a new passkey that nobody has unlocked": async ({ stranger, invited }) =>
    await stranger.ceremony("join", { invitation: await invited("Cay"), isVerified: false }) === 200,
  "a signature of other bytes": claiming({ isForged: true }),
  "a copy of a passkey, whose counter is behind": async ({ owner, stranger }) => {
    assert.ok(await opens(owner, owner.authenticator.enter(await owner.options("enter"), { counter: 9 })));
    return await opens(stranger, owner.authenticator.enter(await stranger.options("enter"), { counter: 9 }));
  },
  "an unknown passkey": async ({ stranger }) => await stranger.ceremony("enter", { counter: 9 }) === 200,
  "the attacker's passkey under the owner's id": async ({ owner, stranger }) =>
    await stranger.ceremony("enter", { id: owner.authenticator.id, counter: 9 }) === 200,
  "the helper's passkey as the owner": async ({ helper, stranger, idOf }) => {
    const userHandle = Buffer.from(await idOf("Ann")).toString("base64url");
    return await opens(stranger, helper.authenticator.enter(await stranger.options("enter"), { userHandle }));
  },
  "the owner's session, with the helper's passkey shown": async ({ owner, helper, clock }) => {
    clock.now += 6 * MINUTE;
    assert.ok(await opens(owner, helper.authenticator.enter(await owner.options("enter"))));
    return (await owner.post("/people/invite", { name: "Eve", role: "owner" })).status !== 403;
  },
  "a new passkey under the id of the owner's": async ({ owner, helper }) =>
    await helper.ceremony("add", { id: owner.authenticator.id }) === 200 ||
    await sameId(owner.authenticator, helper),
  "a new passkey whose id is too long for the store": async ({ helper }) => {
    helper.authenticator = new Authenticator(ORIGIN, 2000);
    return await helper.ceremony("add", { id: "short" }) !== 403;
  },
};

/** Registers an authenticator a second time, for another person. */
async function sameId(authenticator: Authenticator, thief: PasskeyBrowser): Promise<boolean> {
  const response = authenticator.register(await thief.options("add"));
  return (await thief.json("/passkeys/end", { purpose: "add", response })).status === 200;
}

const INVITATIONS: Readonly<Record<string, Attack>> = {
  "an invitation is used twice": async ({ stranger, browser, invited }) => {
    const invitation = await invited("Cay");
    assert.equal(await stranger.ceremony("join", { invitation }), 200);
    return await browser().ceremony("join", { invitation }) === 200;
  },
  "two browsers use an invitation at the same time": async ({ stranger, browser, invited }) => {
    const [invitation, both] = [await invited("Cay"), [stranger, browser()]];
    const bodies: unknown[] = [];
    for (const one of both) {
      const response = one.authenticator.register(await one.options("join", invitation));
      bodies.push({ purpose: "join", invitation, response });
    }
    const ends = await Promise.all(both.map((one, nth) => one.json("/passkeys/end", bodies[nth])));
    return ends.every(({ status }) => status === 200);
  },
  "an invitation after a day": async ({ stranger, invited, clock }) => {
    const invitation = await invited("Cay");
    clock.now += 24 * HOUR + 1;
    return await stranger.ceremony("join", { invitation }) === 200;
  },
  "a guessed invitation": async ({ stranger }) =>
    await stranger.ceremony("join", { invitation: "x".repeat(43) }) === 200,
  "the invitation of somebody whose access has ended": async ({ stranger, invited, idOf, withStore }) => {
    const invitation = await invited("Ben", "helper");
    const ben = await idOf("Ben");
    await withStore((kv) => revoke(kv, ben));
    return await stranger.ceremony("join", { invitation }) === 200;
  },
  "a lost passkey after its replacement": async ({ helper, stranger, browser, invited }) => {
    assert.equal(await browser().ceremony("join", { invitation: await invited("Ben", "helper") }), 200);
    stranger.authenticator = helper.authenticator;
    return await stranger.ceremony("enter") === 200 || await isInside(helper);
  },
};

const SESSIONS: Readonly<Record<string, Attack>> = {
  "session fixation": async ({ owner, stranger }) => {
    stranger.cookie = "__Host-reviews-owner=" + "x".repeat(43);
    const [planted, { authenticator }] = [stranger.cookie, owner];
    stranger.authenticator = authenticator;
    assert.equal(await stranger.ceremony("enter"), 200);
    const entered = stranger.cookie;
    stranger.cookie = planted;
    return entered === planted || await isInside(stranger);
  },
  "the session before a new login": async ({ owner, stranger }) => {
    stranger.cookie = owner.cookie;
    assert.equal(await owner.ceremony("enter"), 200);
    return await isInside(stranger);
  },
  "cookies of another host, which lack the prefix": async ({ owner, stranger }) => {
    const secret = owner.cookie.split("=")[1];
    for (const name of ["reviews-owner", "__Secure-reviews-owner", "reviews-admin-8090", "x__Host-reviews-owner"]) {
      stranger.cookie = `${name}=${secret}`;
      if (await isInside(stranger)) return true;
    }
    return false;
  },
  "a session after twelve idle hours, and when the clock is set back": async ({ owner, clock }) => {
    clock.now += 12 * HOUR + 1;
    if (await isInside(owner)) return true;
    clock.now -= HOUR;
    return await isInside(owner);
  },
  "a session of the future": async ({ owner, clock }) => {
    clock.now -= HOUR;
    return await isInside(owner);
  },
  "a session after thirty days in use": async ({ owner, clock }) => {
    for (let half = 0; half <= 60; half++) {
      clock.now += 12 * HOUR;
      const is = await isInside(owner);
      assert.equal(is, half < 60, `${half}`);
    }
    return await isInside(owner);
  },
  "the session of somebody whose access has ended": async ({ owner, helper, idOf }) => {
    await owner.agree("/people/end", { kind: "person", id: await idOf("Ben") });
    return await isInside(helper);
  },
  "a session after logging out": async ({ owner, stranger }) => {
    stranger.cookie = owner.cookie;
    await owner.post("/leave", {});
    return await isInside(stranger);
  },
  "a stolen session erases, restores, changes access, sources or receivers, or adds a passkey": async (
    { owner, stranger, clock, idOf },
  ) => {
    stranger.cookie = owner.cookie;
    clock.now += 5 * MINUTE + 1;
    const tried = [
      ["/reviews/erase", { id: REVIEW.id }],
      ["/backup/restore", {}],
      ["/people/invite", { name: "Eve", role: "owner" }],
      ["/people/end", { kind: "person", id: await idOf("Ben") }],
      ["/alerts/save", { kind: "webhook", webhook: "https://evil.example/" }],
      ["/alerts/remove", { entry: "x" }],
      ["/sources/add", { kind: "folder", place: "/" }],
      ["/sources/remove", { entry: "x" }],
    ] as const;
    for (const [path, fields] of tried) {
      const { location } = await stranger.post(path, { ...fields, "plan:seen": "x" });
      if (!location.startsWith("/check/")) return true;
      // Nor is its plan made, which tries sources and receivers.
      const { response } = await stranger.get(location.replace("check", "draft"));
      if (response.headers.get("location") !== location) return true;
    }
    // The script of the page shows the passkey then.
    return await stranger.ceremony("add") !== 428;
  },
  "a stolen session reads the link of an invitation that the owner makes elsewhere": async ({ owner, browser }) => {
    const second = browser();
    second.authenticator = owner.authenticator;
    assert.equal(await second.ceremony("enter"), 200);
    await second.agree("/people/invite", { name: "Eve", role: "helper" });
    const [stolen, own] = [await owner.get("/people"), await second.get("/people")];
    return stolen.text.includes("/join#") || !own.text.includes("/join#");
  },
};

const FORGED: readonly Readonly<Record<string, string>>[] = [
  { origin: "", "sec-fetch-site": "" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: ORIGIN.replace("https", "http") },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
];

const REQUESTS: Readonly<Record<string, Attack>> = {
  "a page of another origin sends forms and ceremonies": async ({ owner }) => {
    for (const headers of FORGED) {
      const form = await owner.post("/reviews/hide", { id: REVIEW.id, reason: "spam" }, headers);
      const ceremony = await owner.json("/passkeys/begin", { purpose: "enter" }, headers);
      const leaving = await owner.post("/leave", {}, headers);
      if ([form, ceremony, leaving].some(({ status }) => status !== 403)) return true;
    }
    return false;
  },
  "another name of the host": async ({ owner }) => {
    for (
      const host of ["evil.example", "127.0.0.1:8090", "owner.acme.example.evil.example", "owner.acme.example:8443"]
    ) {
      if ((await owner.get("/", { host })).status !== 403) return true;
    }
    return false;
  },
  "a stranger asks for every page and action": async ({ stranger }) => {
    for (const { pages, actions = {} } of SCREENS) {
      for (const path of Object.keys(pages)) {
        const { status, text } = await stranger.get(path);
        if (status !== (path === "/" ? 200 : 401) || /Rowan|Acme|Review/.test(text)) return true;
      }
      for (const path of Object.keys(actions)) if ((await stranger.post(path, {})).status !== 401) return true;
    }
    return false;
  },
  "a helper's forged form for every owner's action, and a look at every owner's page": async ({ helper }) => {
    const paths = (of: (screen: typeof SCREENS[number]) => object) =>
      SCREENS.flatMap((screen) => Object.keys(of(screen))).filter((path) => !HELPERS_PATHS.has(path));
    const [actions, pages] = [paths(({ actions = {} }) => actions), paths(({ pages }) => pages)];
    assert.ok(actions.length > 15 && pages.length > 8 && actions.includes("/people/invite"));
    for (const path of actions) {
      for (const fields of [{ id: REVIEW.id }, { id: REVIEW.id, "plan:seen": "x" }]) {
        const { status } = await helper.post(path, fields);
        if (status !== 403) return true;
      }
    }
    for (const path of pages) if ((await helper.get(path)).status !== 403) return true;
    return false;
  },
  "a helper opens the owner's draft, or keeps one of an owner's action": async ({ owner, helper }) => {
    const { location } = await owner.post("/history/undo", {});
    assert.match(location, /^\/draft\//);
    const [seen, own] = [
      await helper.get(location),
      await helper.post("/drafts/keep", { "plan:path": "/history/undo" }),
    ];
    return seen.status !== 303 || own.status !== 204 || (await helper.get("/people")).text.includes("Ann");
  },
  "a helper ends the owner's access, session or passkey": async ({ owner, helper, idOf, withStore }) => {
    const ann = await idOf("Ann");
    const before = owner.authenticator.id;
    owner.authenticator = new Authenticator(ORIGIN);
    assert.equal(await owner.ceremony("add"), 200);
    const session = (await withStore((kv) => peopleRows<Session>(kv, "session"))).find(({ person }) => person === ann);
    for (const [kind, id = ""] of [["session", session?.id], ["passkey", before], ["person", ann]] as const) {
      await helper.agree("/people/end", { kind, id });
    }
    const passkeys = await withStore((kv) => peopleRows<Passkey>(kv, "passkey"));
    return !await isInside(owner) || passkeys.length !== 3;
  },
  "an invitation in another role, or under no name": async ({ owner, browser, withStore }) => {
    for (const [name, role] of [["ann", "helper"], ["BEN", "owner"], [" ", "helper"]] as const) {
      const { status, text } = await owner.agree("/people/invite", { name, role });
      if (status !== 400 || !text.includes('action="/people/invite"')) return true;
    }
    const people = await withStore((kv) => peopleRows<Person>(kv, "person"));
    assert.deepEqual(people.map(({ invitation }) => invitation), [null, null]);
    const { text } = await owner.post("/people/invite", { name: "BEN", role: "helper" });
    assert.match(text, /Ben has access already/);
    return await isInside(browser());
  },
  "a GET for every action": async ({ owner, withStore }) => {
    const rows = () => withStore((kv) => Array.fromAsync(kv.list({ prefix: [] })));
    const before = await rows();
    for (const path of ["/leave", "/passkeys/begin", ...SCREENS.flatMap(({ actions = {} }) => Object.keys(actions))]) {
      await owner.get(path);
    }
    assert.deepEqual(await rows(), before);
    return !await isInside(owner);
  },
  "a body of more than 8 KiB before login": async ({ stranger, owner, clock, log }) => {
    clock.now += 13 * HOUR;
    if (/"\/draft\//.test((await owner.post("/reviews/reply", { text: "x".repeat(9000) })).text)) return true;
    const invitation = "x".repeat(9000);
    const { status } = await stranger.json("/passkeys/begin", { purpose: "join", invitation });
    return status !== 403 || !/at most 8192 bytes/.test(String(log.at(-1)?.[1]["reason"]));
  },
  "bodies that are no request": async ({ stranger, log }) => {
    for (
      const body of [
        ...["", "[]", "null", "{}", '{"purpose":"__proto__"}', '{"purpose":"enter","response":{"id":{}}}'],
        `{"purpose":"enter","response":{"id":"${"x".repeat(3000)}"}}`,
        '{"purpose":"join","invitation":{"toString":1}}',
      ]
    ) {
      const before = log.length;
      const { status } = await stranger.send("/passkeys/end", { method: "POST", body }, OWN);
      if (status !== 403 || log.length !== before + 1) return true;
    }
    return false;
  },
  "many attempts from one address under forged others": async ({ stranger }) => {
    for (let nth = 0; nth < 30; nth++) {
      const forged = { "x-forwarded-for": `198.51.100.${nth}, 192.0.2.9` };
      if ((await stranger.json("/passkeys/begin", { purpose: "enter" }, forged)).status === 429) return false;
    }
    return true;
  },
};

for (const [name, attack] of Object.entries({ ...CEREMONIES, ...INVITATIONS, ...SESSIONS, ...REQUESTS })) {
  Deno.test(`refused: ${name}`, async () => {
    await using one = await stage();
    assert.equal(await attack(one), false);
  });
}

Deno.test("the same without an attack is accepted", async () => {
  await using one = await stage();
  const { owner, helper, stranger, clock } = one;
  assert.ok(await claiming({})(one));
  assert.equal(await owner.ceremony("enter"), 200);
  const options: Options = await stranger.options("enter");
  clock.now += 4 * MINUTE;
  assert.ok(await opens(helper, helper.authenticator.enter(options)));
  assert.equal(await helper.ceremony("add"), 403, "the same authenticator");
  helper.authenticator = new Authenticator(ORIGIN);
  assert.equal(await helper.ceremony("add"), 200);
  for (const path of HELPERS_PATHS) {
    assert.ok(SCREENS.some(({ pages, actions = {} }) => path in pages || path in actions), path);
  }
});
