import {
  type CacheHint,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { LLMS_TEXT_TYPE } from "../domain/documents/llms_text.ts";
import { namedThings } from "../domain/queries/named_things.ts";
import { insightsOf, llmsTextOf } from "../domain/queries/snapshot_insights.ts";
import { reviewPolicyText } from "../domain/queries/snapshot_policy.ts";
import { reviewById } from "../domain/queries/snapshot_reviews.ts";
import { absoluteUrl, type Site } from "../domain/site.ts";
import type { DocumentPath, Snapshot } from "../domain/snapshot/snapshot.ts";
import { newestIds } from "./answers/review_evidence.ts";
import { subjectReport, subjectsOf } from "./answers/subject_report.ts";
import { type McpServices, withCurrentSnapshot } from "./mcp_services.ts";
import { SUMMARY_CARD_HTML, SUMMARY_CARD_URI } from "./summary_card.ts";

/** Cache hint of data: the `max-age` of REST, in shared caches too. */
export const DATA_CACHE_HINT: CacheHint = { ttlMs: 60_000, cacheScope: "public" };

/** Cache hint for content that only a new program version changes: lists, and the page of the summary card. */
export const PROGRAM_CACHE_HINT: CacheHint = { ttlMs: 300_000, cacheScope: "public" };

const CARD_TYPE = "text/html;profile=mcp-app";
const MOST_COMPLETED = 100;
/**
 * Maximum size in bytes of a document as a resource. HTTP serves larger ones: each answer here is a separate copy, and no
 * model reads as much.
 */
const MOST_RESOURCE_BYTES = 1_000_000;

interface TextResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly title: string;
  readonly description: string;
  /** @throws {ProtocolError} If the text is too large for a message. */
  readonly text: (snapshot: Snapshot, site: Site) => string;
}

const DOCUMENTS: readonly TextResource[] = [
  {
    uri: "reviews://reviews.json",
    mimeType: "application/json",
    title: "All reviews",
    description: "The business, its aggregate rating and all published reviews, newest first.",
    text: documentText("/reviews.json"),
  },
  {
    uri: "reviews://insights.json",
    mimeType: "application/json",
    title: "Insights",
    description: "What the reviews say together: counts, months, who and what is mentioned, sentiment where measured.",
    text: documentText("/insights.json"),
  },
  {
    uri: "reviews://feed.json",
    mimeType: "application/feed+json",
    title: "JSON Feed",
    description: "The 50 newest reviews as JSON Feed 1.1.",
    text: documentText("/api/feed.json"),
  },
  {
    uri: "reviews://feed.xml",
    mimeType: "application/atom+xml",
    title: "Atom feed",
    description: "The 50 newest reviews as Atom (RFC 4287).",
    text: documentText("/feed.xml"),
  },
];

const TEXTS: readonly TextResource[] = [
  {
    uri: "reviews://faq.json",
    mimeType: "application/json",
    title: "Questions and answers",
    description: "Questions that customers ask, answered from the reviews, with the ids of these.",
    text: (snapshot) => JSON.stringify(insightsOf(snapshot).faq.map(({ translations: _, ...entry }) => entry)),
  },
  {
    uri: "reviews://llms.txt",
    mimeType: LLMS_TEXT_TYPE,
    title: "About this service",
    description: "What the service is, and where everything is: the text of /llms.txt.",
    text: llmsTextOf,
  },
  {
    uri: "reviews://review-policy.json",
    mimeType: "application/json",
    title: "Review policy",
    description: "How the reviews are collected, checked, chosen and shown: the content of /review-policy.json.",
    text: reviewPolicyText,
  },
];

/** URIs of the documents. */
export const DOCUMENT_URIS: readonly string[] = DOCUMENTS.map(({ uri }) => uri);

function documentText(path: DocumentPath): TextResource["text"] {
  return ({ documents }, site) => {
    const { bytes } = documents[path].bodies.identity;
    if (bytes.length <= MOST_RESOURCE_BYTES) return new TextDecoder().decode(bytes);
    const uri = `reviews://${path.split("/").at(-1)}`;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${uri} has ${bytes.length} bytes and at most ${MOST_RESOURCE_BYTES} are sent in a message; ` +
        `GET ${absoluteUrl(site, path)} answers it whole, and search_reviews parts of it.`,
      { uri },
    );
  };
}

interface TemplateResource {
  readonly name: string;
  readonly uriTemplate: string;
  readonly title: string;
  readonly description: string;
  /** Existing ids for completion, likely ones first. */
  readonly ids: (snapshot: Snapshot) => readonly string[];
  /** The resource with an id; null if there is none. */
  readonly read: (snapshot: Snapshot, id: string) => object | null;
}

/** All resource templates. */
export const TEMPLATE_RESOURCES: readonly TemplateResource[] = [
  {
    name: "review",
    uriTemplate: "reviews://review/{id}",
    title: "A review",
    description: "One review in full, by its id.",
    ids: (snapshot) => newestIds(snapshot, MOST_COMPLETED),
    read: (snapshot, id) => reviewById(snapshot, id.toUpperCase()),
  },
  {
    name: "aspect",
    uriTemplate: "reviews://aspect/{id}",
    title: "An aspect",
    description: "What reviews say of one aspect. There are none until sentiment is measured.",
    ids: (snapshot) => insightsOf(snapshot).aspects.map(({ id }) => id),
    read: (snapshot, id) => insightsOf(snapshot).aspects.find((aspect) => aspect.id === id) ?? null,
  },
  {
    name: "technician",
    uriTemplate: "reviews://technician/{id}",
    title: "A technician",
    description: "What reviews say of one technician: figures and example reviews.",
    ids: (snapshot) => namedThings(snapshot, "technicians").map(({ id }) => id),
    read: (snapshot, wanted) => {
      const technician = subjectsOf(snapshot, "technician").find(({ id }) => id === wanted);
      return technician === undefined ? null : subjectReport(snapshot, "technician", technician).data;
    },
  },
];

/** Registers all resources: documents, templates, the page of the summary card, and the texts about the service. */
export function registerResources(server: McpServer, services: McpServices): void {
  for (const resource of DOCUMENTS) registerText(server, services, resource);
  for (const template of TEMPLATE_RESOURCES) registerTemplate(server, services, template);
  registerSummaryCard(server);
  for (const resource of TEXTS) registerText(server, services, resource);
}

function registerText(server: McpServer, services: McpServices, { uri, mimeType, text, ...about }: TextResource): void {
  const config = { ...about, mimeType, cacheHint: DATA_CACHE_HINT };
  server.registerResource(
    uri.replace("reviews://", ""),
    uri,
    config,
    () =>
      withCurrentSnapshot(services, (snapshot) => ({
        contents: [{ uri, mimeType, text: text(snapshot, services.site) }],
      })),
  );
}

function registerTemplate(server: McpServer, services: McpServices, resource: TemplateResource): void {
  const { name, uriTemplate, title, description } = resource;
  const mimeType = "application/json";
  const template = new ResourceTemplate(uriTemplate, {
    list: undefined,
    complete: {
      id: (begun) =>
        withCurrentSnapshot(
          services,
          (snapshot) => resource.ids(snapshot).filter((id) => id.toLowerCase().startsWith(begun.toLowerCase())),
        ),
    },
  });
  server.registerResource(
    name,
    template,
    { title, description, mimeType, cacheHint: DATA_CACHE_HINT },
    (uri, { id }) =>
      withCurrentSnapshot(services, (snapshot) => {
        const found = typeof id === "string" ? resource.read(snapshot, decoded(id)) : null;
        if (found === null) throw new ResourceNotFoundError(uri.href);
        return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(found) }] };
      }),
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function registerSummaryCard(server: McpServer): void {
  const config = {
    title: "Summary card",
    description: "Draws the answer of get_summary: distribution of the stars, aspects and monthly trend.",
    mimeType: CARD_TYPE,
    cacheHint: PROGRAM_CACHE_HINT,
  };
  const content = {
    uri: SUMMARY_CARD_URI,
    mimeType: CARD_TYPE,
    text: SUMMARY_CARD_HTML,
    _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  };
  server.registerResource("summary-card", SUMMARY_CARD_URI, config, () => ({ contents: [content] }));
}
