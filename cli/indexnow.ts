// Tells search engines which pages a publication has changed (IndexNow, https://www.indexnow.org/documentation).

import { archivedBodies, archivedJson, archiveFor } from "../domain/dataset/dataset_archive.ts";
import { readPublished } from "../domain/dataset/dataset_store.ts";
import { readReviewsDocument } from "../domain/documents/reviews_document.ts";
import { userAgent } from "../domain/service.ts";
import { absoluteUrl, reviewUrl, type Site } from "../domain/site.ts";
import type { Store } from "../domain/store/store.ts";
import { isLocalOrigin, readConfiguration } from "../service/configuration.ts";
import { streamLog } from "../service/log.ts";
import { environment } from "../service/store/kv_location.ts";
import { openStore } from "../service/store/open_store.ts";
import { type CommandLine, refuseArguments, runCommand, UsageError } from "./command/run_command.ts";
import { writePlan } from "./launch/due_programs.ts";

const HELP = `Tell search engines which pages have changed since the last time.

INDEXNOW_KEY turns it on (docs/discovery.md). \`deno task start\` runs it after
each publication.

  --check  send nothing; exit with 1 if a setting is wrong
  --due    the same as without; used by the launcher
  --help   this text`;

const ENDPOINT = "https://api.indexnow.org/indexnow";
const MOST_URLS = 10_000;
const TIMEOUT_MS = 30_000;
/** Interval of runs without a publication, in milliseconds; a publication starts one at once. */
const IDLE_MS = 24 * 3_600_000;

const KEY: Deno.KvKey = ["indexnow"];

async function indexNowCommand(line: CommandLine): Promise<number> {
  refuseArguments(line, "indexnow");
  const configuration = readConfiguration(environment);
  const { kvPath, indexNowKey: key, port, siteOn } = configuration;
  const site = siteOn(port);
  if (key === null) throw new UsageError("INDEXNOW_KEY is not set; docs/discovery.md says how.");
  if (isLocalOrigin(site.baseUrl)) {
    throw new UsageError("INDEXNOW_KEY needs a public BASE_URL, where search engines can read the key.");
  }
  if (line.flag("check")) return 0;
  const log = streamLog(configuration, Deno.stdout);
  const { kv } = await openStore(kvPath);
  try {
    const { urls, failure } = await announcePages(kv, site, key);
    if (failure !== null) log.warn("indexnow failed", { urls, reason: failure });
    else if (urls > 0) log.info("indexnow sent", { urls });
    await writePlan({ wait: IDLE_MS, folders: [] });
    return failure === null ? 0 : 1;
  } finally {
    await log.flush();
    kv.close();
  }
}

/**
 * Sends the pages that have changed since the last time that this succeeded. The first call records what is published.
 *
 * @param endpoint URL of the protocol. Tests replace it.
 * @returns Number of pages, and why they were not taken; null if they were. The next call after a publication has them
 * again.
 */
export async function announcePages(kv: Store, site: Site, key: string, endpoint = ENDPOINT) {
  const nothing = { urls: 0, failure: null };
  const { before: { value: head }, archive } = await readPublished(kv);
  const number = head?.ledger?.number ?? 0;
  const { value: announced, versionstamp } = await kv.get<number>(KEY);
  if (announced === number) return nothing;
  // Committed before the exchange: of several processes one sends.
  const claim = await kv.atomic().check({ key: KEY, versionstamp }).set(KEY, number).commit();
  if (!claim.ok || announced === null || archive === null) return nothing;
  const urlList = changedPages(archive, announced, site);
  const { host } = new URL(site.baseUrl);
  const failure = await send(endpoint, { host, key, keyLocation: absoluteUrl(site, `/${key}.txt`), urlList }, site);
  if (failure !== null) {
    await kv.atomic().check({ key: KEY, versionstamp: claim.versionstamp }).set(KEY, announced).commit();
  }
  return { urls: urlList.length, failure };
}

/** Lists the home page, and the pages of the reviews that changed after a line of the ledger; all if that is unknown. */
function changedPages(archive: Archive, announced: number, site: Site): readonly string[] {
  const { reviews } = readReviewsDocument(
    archivedBodies(archiveFor(archive, "search_engines"), "/reviews.json").identity.bytes,
  );
  const log = archivedJson(archive, "changes");
  const isLogged = log !== null && announced >= log.start.number;
  const changes = isLogged ? log.publications.filter(({ number }) => number > announced) : [];
  const changed = new Set(changes.flatMap((one) => [...one.added, ...one.changed]));
  const listed = reviews.filter(({ id }) => !isLogged || changed.has(id)).map(({ id }) => id);
  const ids = new Set([...listed, ...changes.flatMap(({ removed }) => removed)]);
  return [absoluteUrl(site, "/"), ...[...ids].map((id) => reviewUrl(site, id))].slice(0, MOST_URLS);
}

type Archive = Parameters<typeof archiveFor>[0];

/** Sends one request. Returns why it failed; null if it did not. */
async function send(endpoint: string, body: object, site: Site): Promise<string | null> {
  const { hostname } = new URL(endpoint);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "user-agent": userAgent(site) },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `${hostname} answers with ${response.status}`;
  } catch (error) {
    // A missing permission is a fault of the program, not of the network.
    if (error instanceof Deno.errors.NotCapable) throw error;
    return `${hostname} cannot be reached, or does not answer within ${TIMEOUT_MS / 1000} seconds`;
  }
}

const OPTIONS = { check: { type: "boolean" }, due: { type: "boolean" } } as const;

/** Runs the program; resolves to its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(args, HELP, OPTIONS, indexNowCommand);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
