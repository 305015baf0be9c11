import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { serveAdmin } from "../../../admin/admin.ts";
import { Workspace } from "../../../admin/frame/workspace.ts";
import { afterTime } from "../../../domain/deadline.ts";
import { invitationLink, invite } from "../../../domain/people.ts";
import { openStore } from "../../../service/store/open_store.ts";
import { VARIABLES } from "../../../service/variables.ts";
import { publishSample } from "../../support/admin/admin_server.ts";
import { browserTest, PATIENCE_MS, startBrowser, violationsOf } from "../../support/pages/visits.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { tempStore } from "../../support/service/run_cli.ts";

const TLS = `${import.meta.dirname}/../../fixtures/tls`;
const CERTIFICATE = Deno.readTextFileSync(`${TLS}/subscriber.pem`);
const BEN = reviewOf({ author: "Ben Low", rating: 1, text: "They came late." });

/** The page behind a proxy with TLS, as a server has it. */
async function served() {
  const store = await tempStore();
  await publishSample(store.kvPath, [BEN, reviewOf({ native: "2", author: "Cay High" })]);
  await Deno.mkdir(`${store.folder}/uploads`);
  const tls = { cert: CERTIFICATE, key: await Deno.readTextFile(`${TLS}/subscriber.key`) };
  const proxy = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...tls });
  const origin = `https://localhost:${proxy.addr.port}`;
  const stop = new AbortController();
  const workspace = new Workspace(store.kvPath, VARIABLES.KEPT_REVISIONS.default, `${store.folder}/uploads`);
  let behind = 6 * 60_000;
  const clock = { now: () => Date.now() - behind, after: afterTime };
  const log: string[] = [];
  const write = (message: string, fields: object = {}) => void log.push(`${message} ${JSON.stringify(fields)}`);
  const settings = { origin, isTrustedProxy: () => false, log: { info: write, warn: write } };
  const { port, finished } = await serveAdmin(workspace, 0, stop, clock, settings);
  const ended = passOn(proxy, port);
  return {
    ...{ origin, log },
    passSixMinutes: () => void (behind = 0),
    invited: async (name: string) => {
      const { kv } = await openStore(store.kvPath);
      const secret = await invite(kv, name, "owner", clock.now());
      kv.close();
      return invitationLink(origin, secret);
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await finished;
      proxy.close();
      await ended;
      await store[Symbol.asyncDispose]();
    },
  };
}

/** Passes the bytes of each connection on, until the listener is closed. */
async function passOn(proxy: Deno.TlsListener, port: number): Promise<void> {
  const open: Promise<unknown>[] = [];
  for await (const outer of proxy) {
    const inner = await Deno.connect({ hostname: "127.0.0.1", port });
    const ways = [outer.readable.pipeTo(inner.writable), inner.readable.pipeTo(outer.writable)];
    open.push(...ways.map((way) => way.catch(() => {})));
  }
  await Promise.all(open);
}

/** A device with an authenticator in software, unlocked by its owner. */
async function device(browser: Browser, width: number) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, locale: "en-US" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const kind = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  const options = { ...kind, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  return { page, errors, devtools, options, authenticatorId };
}

const click = (page: Page, name: string) => page.getByRole("button", { name }).first().click();
const arrived = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname.startsWith(path));

browserTest("an owner joins on a phone, answers, comes in on a second device, and ends a lost one", async () => {
  await using site = await served();
  const key = createHash("sha256")
    .update(new X509Certificate(CERTIFICATE).publicKey.export({ type: "spki", format: "der" })).digest("base64");
  const browser = await startBrowser(`--ignore-certificate-errors-spki-list=${key}`);
  await using _closed = { [Symbol.asyncDispose]: () => browser.close() };
  const [phone, laptop] = [await device(browser, 390), await device(browser, 1280)];
  const { page } = phone;
  const faults: string[] = [];
  const look = async (name: string) => {
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    faults.push(...await violationsOf(page), ...overflow === 0 ? [] : [`${name}: ${overflow} pixels too wide`]);
    const folder = Deno.env.get("SCREENSHOTS");
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };

  // A stranger gets a door and nothing else.
  await page.goto(site.origin);
  assert.doesNotMatch(await page.content(), /Acme|Rowan|Ben Low/);
  await look("door");
  await click(page, "Come in with a passkey");
  await page.getByRole("alert").waitFor();

  // The invitation makes a passkey, and the page asks for a second one.
  await page.goto(await site.invited("Ann Lee"));
  await page.reload();
  await page.goto(await site.invited("Ann Lee"));
  await look("invitation");
  await click(page, "Create a passkey");
  await arrived(page, "/people");
  assert.match(await page.content(), /You have one passkey\. Add a second one/);
  await look("people");

  // She answers a review, which the history says, and logs out.
  await page.goto(`${site.origin}/reviews/${BEN.id}`);
  const form = page.locator('form[action="/reviews/reply"]').first();
  await form.locator("textarea").first().fill("Sorry, we were late.");
  await form.getByRole("button").first().click();
  await arrived(page, "/draft/");
  await page.locator('form[action="/reviews/reply"] button').first().click();
  await page.locator("[role=status]").waitFor();
  await page.goto(`${site.origin}/history`);
  assert.match(await page.content(), /Ann Lee/);
  await page.goto(`${site.origin}/people`);
  await click(page, "Log out");
  await page.getByRole("button", { name: "Come in with a passkey" }).waitFor();

  // She comes in again, and adds a passkey, with which she comes in on another device.
  await click(page, "Come in with a passkey");
  await page.getByRole("link", { name: "People" }).first().click();
  const { authenticatorId, devtools, options } = phone;
  // After five minutes the script has the passkey shown first. This device has one already, so it adds none.
  site.passSixMinutes();
  await click(page, "Add a passkey");
  await page.getByRole("alert").waitFor();
  await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  const second = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  await click(page, "Add a passkey");
  await page.getByText("You have one passkey").waitFor({ state: "detached" });
  const { credentials: [credential] } = await devtools.send("WebAuthn.getCredentials", second);
  assert.ok(credential !== undefined);
  await laptop.devtools.send("WebAuthn.addCredential", { authenticatorId: laptop.authenticatorId, credential });
  await laptop.page.goto(site.origin);
  await click(laptop.page, "Come in with a passkey");
  await laptop.page.getByRole("link", { name: "People" }).first().click();

  // The phone is lost: a passkey and its sessions end.
  const lost = laptop.page.getByRole("button", { name: "End this session" }).first();
  await lost.click();
  await arrived(laptop.page, "/draft/");
  await click(laptop.page, "End this session");
  await arrived(laptop.page, "/people");
  await page.goto(`${site.origin}/reviews`);
  await page.getByRole("button", { name: "Come in with a passkey" }).waitFor();
  await look("out");
  assert.deepEqual(faults, []);
  assert.deepEqual([...phone.errors, ...laptop.errors], []);
});
