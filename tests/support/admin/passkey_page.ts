import assert from "node:assert/strict";
import { adminApp } from "../../../admin/app.tsx";
import { doorOf } from "../../../admin/people/door.tsx";
import type { Purpose } from "../../../admin/people/passkeys.ts";
import { invite, type Role } from "../../../domain/people.ts";
import type { Review } from "../../../domain/review.ts";
import { openStore } from "../../../service/store/open_store.ts";
import { tempStore } from "../service/run_cli.ts";
import { Authenticator, type Claims, type Options } from "./authenticator.ts";
import { hiddenFields, publishSample, workspaceOf } from "./admin_server.ts";

/** Origin of the page, behind a proxy with TLS. */
export const ORIGIN = "https://owner.acme.example";

/**
 * The page for people with passkeys on a new store, without a network.
 *
 * @param reviews What is published at first; nothing if there are none.
 */
export async function passkeyPage(reviews: readonly Review[] = []) {
  const store = await tempStore();
  const uploads = `${store.folder}/uploads`;
  await Deno.mkdir(uploads);
  if (reviews.length > 0) await publishSample(store.kvPath, reviews);
  const clock = { now: Date.now() };
  const log: (readonly [message: string, fields: Readonly<Record<string, unknown>>])[] = [];
  const write = (message: string, fields: Readonly<Record<string, unknown>> = {}) => void log.push([message, fields]);
  /** A program that serves the page; several may share the store. */
  const start = () => {
    const workspace = workspaceOf(store.kvPath, uploads);
    const isTrustedProxy = (address: string) => address === "10.0.0.1";
    const settings = { origin: ORIGIN, now: () => clock.now, isTrustedProxy, log: { info: write, warn: write } };
    return adminApp(doorOf(workspace, settings), workspace);
  };
  const app = start();
  const withStore = async <T>(action: (kv: Awaited<ReturnType<typeof openStore>>["kv"]) => Promise<T>): Promise<T> => {
    const { kv } = await openStore(store.kvPath);
    try {
      return await action(kv);
    } finally {
      kv.close();
    }
  };
  const browser = (program = app) => new PasskeyBrowser((request) => program.fetch(request));
  /** Invites somebody, who joins with a new browser and a new authenticator. */
  const join = async (name: string, role: Role = "owner") => {
    const visitor = browser();
    const invitation = await withStore((kv) => invite(kv, name, role, clock.now));
    assert.equal(await visitor.ceremony("join", { invitation }), 200);
    return visitor;
  };
  return {
    ...{ start, browser, join, clock, log, withStore, uploads, kvPath: store.kvPath },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** A browser with its cookie and an authenticator. */
export class PasskeyBrowser {
  authenticator = new Authenticator(ORIGIN);
  cookie = "";

  constructor(private readonly answer: (request: Request) => Response | Promise<Response>) {}

  /** Sends a request as the proxy passes it on. */
  async send(path: string, init: RequestInit = {}, headers: Readonly<Record<string, string>> = {}) {
    const url = `http://${new URL(ORIGIN).host}${path}`;
    const own = { host: new URL(url).host, cookie: this.cookie, "x-forwarded-for": "192.0.2.7", ...headers };
    const response = await this.answer(new Request(url, { redirect: "manual", ...init, headers: own }));
    const text = await response.text();
    const [cookie = null] = response.headers.getSetCookie();
    if (cookie !== null) this.cookie = cookie.split(";")[0] ?? "";
    return { response, text, status: response.status, cookie };
  }

  /** Gets a page, from where it leads to. */
  get(path: string, headers: Readonly<Record<string, string>> = {}) {
    return this.send(path, {}, headers);
  }

  /** Posts a form as a page of the program does, and follows to the page of its draft. */
  async post(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    const body = new URLSearchParams(fields);
    const length = { "content-length": String(String(body).length) };
    const sent = await this.send(path, { method: "POST", body }, { ...OWN, ...FORM, ...length, ...headers });
    const location = sent.response.headers.get("location") ?? "";
    return /^\/(?:draft|check)\//.test(location) ? { ...await this.get(location), location } : { ...sent, location };
  }

  /** Posts a form, and then the form of the plan that is shown. */
  async agree(path: string, fields: Readonly<Record<string, string>>) {
    const { text } = await this.post(path, fields);
    return await this.post(path, { ...fields, ...hiddenFields(text) });
  }

  /** Sends JSON as the script of the page does. */
  json(path: string, value: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.send(path, { method: "POST", body: JSON.stringify(value) }, { ...OWN, ...headers });
  }

  /** Options of a ceremony; its status must be 200. */
  async options(purpose: Purpose, invitation = ""): Promise<Options> {
    const { text, status } = await this.json("/passkeys/begin", { purpose, invitation });
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  /** Runs a ceremony, and returns the last status. */
  async ceremony(purpose: Purpose, { invitation = "", ...claims }: Claims & { readonly invitation?: string } = {}) {
    const begun = await this.json("/passkeys/begin", { purpose, invitation });
    if (begun.status !== 200) return begun.status;
    const options = JSON.parse(begun.text);
    const isMaking = purpose === "join" || purpose === "add";
    const response = this.authenticator[isMaking ? "register" : "enter"](options, claims);
    return (await this.json("/passkeys/end", { purpose, invitation, response })).status;
  }
}

/** Headers of a request from a page of the program. */
export const OWN = { origin: ORIGIN, "sec-fetch-site": "same-origin" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
