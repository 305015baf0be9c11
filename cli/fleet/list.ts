import { aggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { readCurrentDataset } from "../../domain/dataset/publish_change.ts";
import { peopleRows, type Person } from "../../domain/people.ts";
import { countRows } from "../../websub/store/hub_rows.ts";
import { counted, escapedControls, print, table } from "../../terminal/print.ts";
import type { Subcommand } from "../command/run_command.ts";
import { operatorMessage } from "../../domain/operator_error.ts";
import { fileSize } from "../../service/store/open_file.ts";
import { isStoreFile, withSettingsFiles } from "../../service/store/kv_location.ts";
import { isMissing, openStore } from "../../service/store/open_store.ts";
import { readSourceSettings } from "../watch/source_settings.ts";
import { readSourceStates, type SourceStates } from "../watch/source_state.ts";
import { FLEET_HELP, FLEET_OPTIONS, type FleetBusiness, readBusinesses } from "./businesses.ts";

const HELP = `List the businesses of a folder with their figures.

  deno task fleet list [options]

LOW counts reviews with at most two stars and without a reply. HUB counts
subscriptions, PAGE the owner's page with its people. Exits with 1 if a store or
SOURCES_FILE cannot be read.

  --json           one object, for programs
${FLEET_HELP}`;

interface BusinessRow {
  readonly name: string;
  readonly url: string | null;
  readonly reviews: number;
  readonly average: number | null;
  readonly newest: string | null;
  readonly unanswered_low: number;
  /** Configured sources, and those of them that were polled or have failed. */
  readonly sources: { readonly all: number; readonly polled: number; readonly failed: number };
  readonly subscriptions: number;
  /** Address of the owner's page, if it is used from anywhere, and who has a passkey. */
  readonly page: { readonly url: string | null; readonly people: readonly Pick<Person, "name" | "role">[] };
  /** Length of the store with its log. */
  readonly bytes: number;
  /** Why the store or the settings of the sources cannot be read; null if they can. */
  readonly trouble: string | null;
}

const LOW = 2;

/** `fleet list`: figures of each business. */
export const list: Subcommand = {
  help: HELP,
  options: { ...FLEET_OPTIONS, json: { type: "boolean" } },
  run: async (line) => {
    const rows: BusinessRow[] = [];
    for (const business of await readBusinesses(line)) rows.push(await businessRow(business));
    print(line.flag("json") ? JSON.stringify({ businesses: rows }, null, 2) : escapedControls(tableOf(rows)));
    return rows.some(({ trouble }) => trouble !== null) ? 1 : 0;
  },
};

async function businessRow({ name, env }: FleetBusiness): Promise<BusinessRow> {
  const path = env["KV_PATH"] ?? "";
  const bytes = isStoreFile(path) ? fileSize(path) + fileSize(`${path}-wal`) : 0;
  const none = { name, url: env["BASE_URL"] ?? null, reviews: 0, average: null, newest: null, unanswered_low: 0 };
  const page = { url: env["ADMIN_ORIGIN"] ?? null, people: [] };
  const empty = { ...none, sources: { all: 0, polled: 0, failed: 0 }, subscriptions: 0, page, bytes };
  try {
    // A list must not create a missing store.
    if (await isMissing(path)) return { ...empty, trouble: "there is no store yet" };
    const { kv } = await openStore(path);
    try {
      const { current } = await readCurrentDataset(kv);
      const reviews = current?.dataset.reviews ?? [];
      return {
        ...empty,
        reviews: reviews.length,
        average: aggregateRating(reviews).rating_value,
        newest: reviews[0]?.date ?? null,
        unanswered_low: reviews.filter(({ rating, owner_reply }) => rating <= LOW && owner_reply === null).length,
        subscriptions: await countRows(kv, "subscription"),
        page: {
          ...page,
          people: (await peopleRows<Person>(kv, "person")).filter(({ seenAt }) => seenAt !== null).map((
            { name, role },
          ) => ({ name, role })),
        },
        ...sourcesOf(env, await readSourceStates(kv)),
      };
    } finally {
      kv.close();
    }
  } catch (error) {
    return { ...empty, trouble: operatorMessage(error) ?? String(error) };
  }
}

/** Counts the sources. With wrong settings, counts the polled ones and gives the reason as the trouble. */
function sourcesOf(env: FleetBusiness["env"], states: SourceStates): Pick<BusinessRow, "sources" | "trouble"> {
  let names = [...states.keys()];
  let trouble: string | null = null;
  try {
    names = readSourceSettings(withSettingsFiles((name) => env[name]))?.sources.map(({ name }) => name) ?? names;
  } catch (error) {
    trouble = operatorMessage(error);
    if (trouble === null) throw error;
  }
  const results = names.flatMap((name) => states.get(name)?.result ?? []);
  const failed = results.filter((result) => result === "failed").length;
  return { sources: { all: names.length, polled: results.length, failed }, trouble };
}

function sourcesCell({ all, polled, failed }: BusinessRow["sources"]): string {
  if (failed > 0) return `${failed} of ${all} failed`;
  if (polled === all) return String(all);
  return polled === 0 ? `${all}, not polled yet` : `${all}, ${all - polled} not polled yet`;
}

function pageCell({ url, people }: BusinessRow["page"]): string {
  const names = people.map(({ name, role }) => role === "owner" ? name : `${name} (${role})`);
  return url === null && names.length === 0 ? "-" : `${url ?? "no ADMIN_ORIGIN"}: ${names.join(", ") || "nobody"}`;
}

function tableOf(rows: readonly BusinessRow[]): string {
  const header = ["BUSINESS", "REVIEWS", "STARS", "NEWEST", "LOW", "SOURCES", "HUB", "DISK", "PAGE"];
  const cells = rows.map(({ name, reviews, average, newest, unanswered_low, sources, subscriptions, bytes, page }) => [
    name,
    String(reviews),
    average?.toFixed(2) ?? "-",
    newest ?? "-",
    String(unanswered_low),
    sourcesCell(sources),
    String(subscriptions),
    `${(bytes / 1_000_000).toFixed(1)} MB`,
    pageCell(page),
  ]);
  const troubles = rows.flatMap(({ name, trouble }) => trouble === null ? [] : [`${name}: ${trouble}`]);
  const total = rows.reduce((sum, { reviews }) => sum + reviews, 0);
  const end = `${rows.length === 1 ? "1 business" : `${rows.length} businesses`} with ${counted(total, "review")}`;
  return [table(header, cells), end, ...troubles].join("\n");
}
