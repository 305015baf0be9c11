import assert from "node:assert/strict";
import { serveOwner } from "../../../admin/admin.ts";
import { Workspace } from "../../../admin/frame/workspace.ts";
import { runJob } from "../../../cli/launch/jobs.ts";
import { runPrinting } from "../../../cli/launch/launch.ts";
import type { GoogleEndpoints } from "../../../cli/watch/google_source.ts";
import type { After } from "../../../domain/deadline.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { VARIABLES } from "../../../service/variables.ts";
import type { Review } from "../../../domain/review.ts";
import { openStore } from "../../../service/store/open_store.ts";
import { publishImport } from "../import/publish_import.ts";
import { tempStore } from "../service/run_cli.ts";

/** What a page of the program sends with a form. */
export type Fields = Readonly<Record<string, string | File>>;

/**
 * Serves the admin on a new store, from this process.
 *
 * @param reviews What is published at first; nothing if there are none.
 * @param clock Its time in milliseconds since 1970, and its timers.
 * @param google Where it sends replies.
 */
export async function adminServer(reviews: readonly Review[] = [], { clock, google }: {
  readonly clock?: { readonly now: () => number; readonly after: After };
  readonly google?: GoogleEndpoints;
} = {}) {
  const store = await tempStore();
  const uploads = `${store.folder}/uploads`;
  await Deno.mkdir(uploads);
  const publish = (reviews: readonly Review[]) => publishSample(store.kvPath, reviews);
  if (reviews.length > 0) await publish(reviews);
  const stop = new AbortController();
  const { address, finished } = await serveOwner(workspaceOf(store.kvPath, uploads, google), 0, stop, clock);
  return {
    ...adminClient(address),
    ...{ uploads, kvPath: store.kvPath, publish, finished },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await finished;
      await store[Symbol.asyncDispose]();
    },
  };
}

/** The same, and the owner's browser has come in. */
export async function enteredServer(...settings: Parameters<typeof adminServer>) {
  const admin = await adminServer(...settings);
  await admin.enter();
  return admin;
}

/** A workspace whose jobs run as the launcher runs them. */
export function workspaceOf(KV_PATH: string, LAUNCH_FOLDER: string, google?: GoogleEndpoints): Workspace {
  return new Workspace(
    ...[KV_PATH, VARIABLES.KEPT_REVISIONS.default, LAUNCH_FOLDER, google] as const,
    (job) => runJob(job, (name, args, variables) => runPrinting(name, args, { KV_PATH, LAUNCH_FOLDER, ...variables })),
  );
}

/** Publishes reviews of the business of the sample. */
export async function publishSample(kvPath: string, reviews: readonly Review[]): Promise<void> {
  const { kv } = await openStore(kvPath);
  const business = { ...sampleDataset().business, sample: false };
  const others = { insights: null, taxonomy: null, place: null, pages: null };
  await publishImport(kv, { reviews, business, replace: "all", ...others }, false);
  kv.close();
}

/** An owner's browser. `address` is the one that the program prints. */
export function adminClient(address: string) {
  const { origin, port, hash } = new URL(address);
  const token = hash.slice("#token=".length);
  const own = { origin, "sec-fetch-site": "same-origin" };
  let cookie = "";

  /** Requests a path as the owner's browser does. */
  async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
    return await answered(fetch(origin + path, { headers: { cookie, ...headers }, redirect: "manual" }));
  }

  /** Posts a form as a page of the program does, and follows to the page of its draft. */
  async function post(path: string, fields: Fields | FormData, headers: Readonly<Record<string, string>> = own) {
    const body = fields instanceof FormData
      ? fields
      : Object.values(fields).some((value) => value instanceof File)
      ? formData(fields)
      : new URLSearchParams(fields as Record<string, string>);
    const sent = await answered(
      fetch(origin + path, { method: "POST", body, headers: { cookie, ...headers }, redirect: "manual" }),
    );
    const location = sent.response.headers.get("location") ?? "";
    return /^\/(?:draft\/|\?refused)/.test(location) ? await get(location, headers) : sent;
  }

  /** Exchanges the token. */
  async function enter(): Promise<Response> {
    const { response } = await post("/enter", { token });
    cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return response;
  }

  /**
   * Posts a form, and then the form of the plan that is shown, as somebody who agrees to it.
   *
   * @param more Fields that the person fills in.
   * @returns The sentence about what was done.
   */
  async function agree(path: string, fields: Fields, more: Fields = {}): Promise<string> {
    const { text: plan } = await post(path, fields);
    const { response, text } = await post(path, { ...hiddenFields(plan), ...more });
    assert.equal(response.status, 303, text);
    const { text: page } = await get(response.headers.get("location") ?? "");
    return /<p role="status">([^<]*)/.exec(page)?.[1] ?? "";
  }

  return {
    ...{ address, origin, port: Number(port), token, own, get, post, enter, agree },
    /** Headers of a German owner's request from a page of the program. */
    german: { ...own, "accept-language": "de" },
    /** Cookie of the session, as a browser sends it. */
    cookie: () => cookie,
  };
}

async function answered(answer: Promise<Response>) {
  const response = await answer;
  return { response, text: await response.text() };
}

function formData(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** The hidden fields of a page's form. */
export function hiddenFields(page: string): Record<string, string> {
  const found = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries(
    Array.from(found, ([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&")]),
  );
}

/** The fields of a page's form as a browser sends them, without its files. */
export function filledForm(page: string): Record<string, string> {
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
