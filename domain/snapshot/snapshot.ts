import type { LabellerIdentity } from "../labeller_identity.ts";
import { type Business, UNNAMED } from "../business.ts";
import { changeCursor, type ChangeLog, CURSOR_FIELD, EMPTY_LOG, endOf } from "../dataset/change_log.ts";
import {
  archivedBodies,
  archivedJson,
  archiveFor,
  type DatasetArchive,
  type PublicHiding,
} from "../dataset/dataset_archive.ts";
import type { DatasetHead } from "../dataset/dataset_head.ts";
import { placeGroups } from "../dataset/place_datasets.ts";
import { type ErasedMarks, NO_MARKS } from "../dataset/erased_marks.ts";
import { atomFeed } from "../documents/atom_feed.ts";
import { entryHistory } from "../documents/feed_entries.ts";
import {
  analysisFinder,
  type InsightsOverview,
  readAnalysis,
  readInsightsOverview,
} from "../documents/insights_rows.ts";
import { jsonFeed } from "../documents/json_feed.ts";
import { encodeBodies, type EncodedBodies, type Representation } from "../documents/representation.ts";
import { readDocumentHead, readReviews, reviewOffsets } from "../documents/reviews_document.ts";
import { type ReviewTally, reviewTallyBuilder, type WithheldCounts } from "../documents/review_policy.ts";
import type { LedgerEnd } from "../dataset/ledger.ts";
import type { TaxonomyEntry } from "../insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import { DEFAULT_PAGE_SETTINGS, type PageSettings } from "../page_settings.ts";
import type { LeftOutSource, Place } from "../places.ts";
import type { Review } from "../review.ts";
import { type SearchIndex, searchIndexBuilder } from "../search/search_index.ts";
import { type Site, TOPIC_PATHS, topicLink, type TopicPath } from "../site.ts";

/** The paths of the documents that a snapshot contains. */
export type DocumentPath = TopicPath | "/insights.json";

/** The place of each document. */
export const DOCUMENT_PLACES: Readonly<Record<DocumentPath, Place>> = {
  "/reviews.json": "api",
  "/insights.json": "api",
  "/api/feed.json": "feeds",
  "/feed.xml": "feeds",
};

/**
 * Published data of one revision with everything derived from it. Immutable: a new revision replaces it as a whole.
 * Plain data, so that a worker can build it and transfer it.
 */
export interface Snapshot {
  readonly revision: string;
  readonly reviewCount: number;
  /** RFC 3339; null before the first import, for the sample too. */
  readonly publishedAt: string | null;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** Whether the business supplied the insights; else they are computed. */
  readonly operatorInsights: boolean;
  /** The language model whose labels the insights count; null without one. */
  readonly labeller: LabellerIdentity | null;
  readonly business: Business;
  readonly pages: PageSettings;
  readonly documents: Readonly<Record<DocumentPath, Representation>>;
  /** Byte offsets of the reviews in `/reviews.json` (see `reviewOffsets`); rank 0 is the newest. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  /** Ranks sorted by review id, for binary search (see `reviewRank`). */
  readonly byId: Uint32Array<ArrayBuffer>;
  /** Ranks by alias. */
  readonly byAlias: ReadonlyMap<string, number>;
  /** Byte offsets in `/insights.json` of the analyses, by rank; 0 if there is none (see `analysisFinder`). */
  readonly analyses: Uint32Array<ArrayBuffer>;
  /** Why reviews are hidden, by id. */
  readonly hidings: ReadonlyMap<string, PublicHiding>;
  /** Numbers of withheld reviews, by reason and stars. */
  readonly withheld: WithheldCounts;
  /** Counts of the published reviews. */
  readonly tally: ReviewTally;
  /** End of the ledger; null before the first import, and for revisions older than the ledger. */
  readonly ledger: LedgerEnd | null;
  /** The latest publications, for the change feed. */
  readonly changes: ChangeLog;
  /** Marks of erased reviews (see `isErasedId`). */
  readonly erased: ErasedMarks;
  /** Aspects and problems that searches may name, and topics. */
  readonly subjects: Subjects;
  readonly search: SearchIndex;
  /** Places that publish exactly this. */
  readonly places: readonly [Place, ...Place[]];
  /** Sources that some places leave out. */
  readonly leftOut: readonly LeftOutSource[];
  /** Snapshots for the places that leave out other sources; empty in these. */
  readonly others: readonly Snapshot[];
}

/** The snapshot for a place: a part of the current one, which is that of the pages. */
export function snapshotFor(snapshot: Snapshot, place: Place): Snapshot {
  return snapshot.others.find(({ places }) => places.includes(place)) ?? snapshot;
}

/** The documents of a snapshot as they are served: each one for its place. */
export function servedDocuments(snapshot: Snapshot): Snapshot["documents"] {
  const paths = Object.keys(DOCUMENT_PLACES) as DocumentPath[];
  const served = paths.map((path) => [path, snapshotFor(snapshot, DOCUMENT_PLACES[path]).documents[path]]);
  return Object.fromEntries(served);
}

/** Kinds of content of a snapshot. */
export const CONTENTS = ["imported", "sample", "nothing"] as const;

/** Describes {@linkcode CONTENTS}. */
export const CONTENT_DESCRIPTION =
  "What is served: `imported` reviews, the fictional `sample`, or `nothing` while nothing is published.";

/** Returns which of {@linkcode CONTENTS} a snapshot serves. */
export function contentOf(
  { business, reviewCount }: Pick<Snapshot, "business" | "reviewCount">,
): typeof CONTENTS[number] {
  if (business.sample) return "sample";
  return reviewCount === 0 && business.name === UNNAMED ? "nothing" : "imported";
}

/** Aspects, problems and topics of a revision. */
export interface Subjects {
  readonly aspects: readonly Subject[];
  readonly problems: readonly Subject[];
  readonly topics: readonly Subject[];
}

/** An aspect, problem or topic with all its names. */
export interface Subject {
  readonly id: string;
  readonly label: string;
  /** Terms of the taxonomy that match it in texts; empty if only an operator's own insights know it. */
  readonly aliases: readonly string[];
  /** Labels in other languages, by language subtag. */
  readonly labels: Readonly<Record<string, string>>;
}

const FEED_LENGTH = 50;
const encoder = new TextEncoder();

/** Builds the snapshot of a revision from its archive, without marks of erased reviews. Pure and deterministic. */
export function buildSnapshot(head: DatasetHead, archive: DatasetArchive, site: Site): Snapshot {
  const leftOut = archivedJson(archive, "left_out") ?? [];
  const [pages, ...others] = placeGroups(leftOut).map((places) => groupSnapshot(head, archive, site, places, leftOut));
  return { ...pages!, others };
}

function groupSnapshot(
  head: DatasetHead,
  archive: DatasetArchive,
  site: Site,
  places: readonly [Place, ...Place[]],
  leftOut: readonly LeftOutSource[],
): Snapshot {
  const published = archiveFor(archive, places[0]);
  const operatorInsights = head.operator_insights && published === archive;
  const lastModified = Date.parse(head.published_at);
  const reviewsBodies = archivedBodies(published, "/reviews.json");
  const insightsBodies = archivedBodies(published, "/insights.json");
  const insights = insightsBodies.identity.bytes;
  const { bytes } = reviewsBodies.identity;
  const offsets = reviewOffsets(bytes);
  const { business } = readDocumentHead(bytes, offsets);
  const { newest, ids, ...found } = foundInReviews(bytes, offsets, insights);
  const represent = (path: DocumentPath, contentType: string, bodies: EncodedBodies): Representation => {
    const link = isTopic(path) ? topicLink(site, path) : null;
    return { contentType, bodies, lastModified, link };
  };
  const changes = archivedJson(archive, "changes") ?? EMPTY_LOG;
  const inFeeds = places.includes("feeds");
  const publications = changes.publications.map((one) => inFeeds ? { ...one, ...one.in_feeds } : one);
  const history = entryHistory(publications, newest, ids);
  const feedJson = textBodies(JSON.stringify(jsonFeed(business, newest, site, history)) + "\n");
  const feedXml = textBodies(atomFeed(business, newest, site, history));
  return {
    revision: head.revision,
    reviewCount: ids.length,
    publishedAt: head.published_at,
    lastModified,
    operatorInsights,
    labeller: operatorInsights ? null : archivedJson(archive, "labeller"),
    // Archives of earlier versions lack later members.
    business: { ...business, review_links: business.review_links ?? [] },
    pages: { ...DEFAULT_PAGE_SETTINGS, ...archivedJson(archive, "pages") },
    documents: {
      "/reviews.json": {
        ...represent("/reviews.json", "application/json", reviewsBodies),
        headers: [[CURSOR_FIELD, changeCursor(endOf(changes))]],
      },
      "/insights.json": represent("/insights.json", "application/json", insightsBodies),
      "/api/feed.json": represent("/api/feed.json", "application/json", feedJson),
      "/feed.xml": represent("/feed.xml", "application/atom+xml", feedXml),
    },
    offsets,
    byId: ranksById(ids),
    hidings: new Map(Object.entries(archivedJson(published, "hiding") ?? {})),
    withheld: archivedJson(published, "withheld") ?? {},
    ledger: head.ledger ?? null,
    changes,
    erased: NO_MARKS,
    subjects: subjectsOf(operatorInsights, archive, business, readInsightsOverview(insights)),
    places,
    leftOut,
    others: [],
    ...found,
  };
}

/**
 * Values that the snapshot keeps of each review. Parses one review at a time: parsing all at once took more memory
 * than all kept values.
 */
function foundInReviews(bytes: Uint8Array, offsets: Uint32Array, insights: Uint8Array) {
  const newest: Review[] = [];
  const ids: string[] = [];
  const byAlias = new Map<string, number>();
  const analyses = new Uint32Array(offsets.length - 1);
  const analysisOf = analysisFinder(insights);
  const tally = reviewTallyBuilder();
  const search = searchIndexBuilder();
  for (const review of readReviews(bytes, offsets)) {
    const analysis = analysisOf(review.id);
    analyses[ids.length] = analysis;
    search.add(review, analysis === 0 ? null : readAnalysis(insights, analysis));
    tally.add(review);
    for (const alias of review.aliases ?? []) byAlias.set(alias, ids.length);
    ids.push(review.id);
    if (newest.length < FEED_LENGTH) newest.push(review);
  }
  return { newest, ids, byAlias, analyses, tally: tally.finish(), search: search.finish() };
}

function textBodies(text: string): EncodedBodies {
  return encodeBodies(encoder.encode(text));
}

function isTopic(path: DocumentPath): path is TopicPath {
  return (TOPIC_PATHS as readonly string[]).includes(path);
}

function ranksById(ids: readonly string[]): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(ids.keys()).sort((a, b) => (ids[a] ?? "") < (ids[b] ?? "") ? -1 : 1);
}

/**
 * Subjects of a revision: those of its taxonomy, mentioned or not, then those that only the insights know. An
 * operator's own insights do not use the taxonomy.
 */
function subjectsOf(
  operatorInsights: boolean,
  archive: DatasetArchive,
  business: Business,
  insights: InsightsOverview,
): Subjects {
  const taxonomy = operatorInsights ? null : chosenTaxonomy(archivedJson(archive, "taxonomy"), business);
  return {
    aspects: subjects(taxonomy?.aspects ?? [], insights.aspects),
    problems: subjects(taxonomy?.problems ?? [], insights.entities.problems),
    topics: subjects(taxonomy?.topics ?? [], insights.topics),
  };
}

function subjects(
  entries: readonly TaxonomyEntry[],
  figures: readonly { readonly id: string; readonly label: string }[],
): readonly Subject[] {
  const known = new Set(entries.map(({ id }) => id));
  return [
    ...entries.map(({ id, label, words, judged_words = [], words_in = {}, labels = {} }) => ({
      id,
      label,
      aliases: [...words, ...words.length === 0 ? judged_words : [], ...Object.values(words_in).flat()],
      labels,
    })),
    ...figures.filter(({ id }) => !known.has(id))
      .map(({ id, label }) => ({ id, label, aliases: [], labels: {} })),
  ];
}
