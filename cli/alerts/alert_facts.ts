import { type Sentence, sentence, type Text } from "../../domain/sentences/sentence.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../routes/request/page_address.ts";
import { archivedBodies, archivedInsights } from "../../domain/dataset/dataset_archive.ts";
import { readPublished } from "../../domain/dataset/dataset_store.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { readReviewsDocument } from "../../domain/documents/reviews_document.ts";
import type { Business } from "../../domain/business.ts";
import type { Review } from "../../domain/review.ts";
import { type Passkey, peopleRows, type Person } from "../../domain/people.ts";
import type { Store } from "../../domain/store/store.ts";
import { readHubFigures } from "../../websub/hub_figures.ts";
import { insightsIn } from "../command/owner_language.ts";
import { behindReason } from "../../service/health.ts";
import { readSourceStates } from "../watch/source_state.ts";

/** Changes published since a revision. */
export interface PublishedFacts {
  readonly business: Business;
  /** New and rewritten reviews that are still published, newest first. */
  readonly reviews: readonly Review[];
  /** Reviews that are no longer published, and that nobody has hidden, erased or taken back. */
  readonly withdrawn: number;
  /** Number of publications whose changes are unknown, because the store keeps fewer revisions. */
  readonly forgotten: number;
  /** Average of the last 30 days; null with fewer than five reviews. */
  readonly average: number | null;
  /** The language of most reviews, if the pages have it; else English. */
  readonly language: PageLanguage;
  /** With labels in that language. */
  readonly insights: Pick<InsightsDocument, "per_review" | "aspects" | "entities">;
}

/** Lasting conditions. Each is reported once, when it begins. */
export interface LastingFacts {
  readonly failedSources: readonly { readonly name: string; readonly reason: Text }[];
  /** Why the hub is late; null while it is not. */
  readonly hub: Text | null;
  /** Passkeys of the owner's page that were added within the last week, each with a sentence. */
  readonly newPasskeys: readonly { readonly id: string; readonly text: Sentence }[];
}

const DAYS = 30;
/** Days for which a passkey counts as new. */
const NEW_DAYS = 7;
const DAY_MS = 86_400_000;
const LEAST_REVIEWS = 5;

/**
 * Reads the changes between a revision and the published one.
 * @param after Number of the last revision that was reported; null for the newest review alone.
 * @returns Null if nothing is published.
 */
export async function readPublishedFacts(kv: Store, after: number | null, now: number): Promise<PublishedFacts | null> {
  const { before: { value: head }, archive } = await readPublished(kv);
  if (head === null || archive === null) return null;
  const { entries } = await readRevisions(kv);
  const publications = entries.flatMap(({ record }) =>
    after !== null && record.head.number > after && record.head.number <= head.number ? [record.publication] : []
  );
  const news = new Set(publications.flatMap((publication) => publication?.news ?? []));
  const { business, reviews } = readReviewsDocument(archivedBodies(archive, "/reviews.json").identity.bytes);
  const language = mainLanguage(reviews, archivedInsights(archive));
  return {
    business,
    reviews: after === null ? reviews.slice(0, 1) : reviews.filter(({ id }) => news.has(id)),
    withdrawn: publications.reduce(
      // The owner knows of erasures, undone changes and restored backups.
      (sum, publication) =>
        sum +
        (/ (?:erase|undo|withdraw|backup)$/.test(publication?.command ?? "") ? 0 : publication?.changes.removed ?? 0),
      0,
    ),
    forgotten: after === null ? 0 : head.number - after - publications.length,
    average: recentAverage(reviews, now),
    language,
    insights: insightsIn(language, head, archive, business),
  };
}

function mainLanguage(reviews: readonly Review[], { per_review }: InsightsDocument): PageLanguage {
  const written = reviews.filter(({ text }) => text !== null);
  const [most] = [...Map.groupBy(written, ({ id }) => per_review[id]?.language ?? "en")]
    .sort(([, a], [, b]) => b.length - a.length);
  return PAGE_LANGUAGES.find((one) => one === most?.[0]) ?? "en";
}

function recentAverage(reviews: readonly Review[], now: number): number | null {
  const since = new Date(now - DAYS * DAY_MS).toISOString().slice(0, 10);
  const recent = reviews.filter(({ date }) => date >= since);
  if (recent.length < LEAST_REVIEWS) return null;
  return recent.reduce((sum, { rating }) => sum + rating, 0) / recent.length;
}

/** Reads the lasting conditions. */
export async function readLastingFacts(kv: Store, now: number): Promise<LastingFacts> {
  const states = await readSourceStates(kv);
  return {
    failedSources: [...states].flatMap(([name, { reason }]) => reason === null ? [] : [{ name, reason }]),
    hub: behindReason(await readHubFigures(kv, now), now),
    newPasskeys: await readNewPasskeys(kv, now),
  };
}

async function readNewPasskeys(kv: Store, now: number): Promise<LastingFacts["newPasskeys"]> {
  const people = await peopleRows<Person>(kv, "person");
  return (await peopleRows<Passkey>(kv, "passkey")).filter(({ addedAt }) => addedAt > now - NEW_DAYS * DAY_MS)
    .map(({ id, person, addedAt }) => {
      const { name = "?" } = people.find((one) => one.id === person) ?? {};
      const at = new Date(addedAt).toISOString().slice(0, "YYYY-MM-DDThh:mm".length).replace("T", " ");
      return {
        id,
        text: sentence("{name} has a new passkey for the owner's page since {at}.", { name, at: `${at} UTC` }),
      };
    });
}
