import type { DocumentPath } from "../domain/snapshot/snapshot.ts";

interface DocumentResource {
  readonly uri: string;
  readonly path: DocumentPath;
  readonly mimeType: string;
  readonly title: string;
  readonly description: string;
}

/** The published documents as resources, with the bytes of GET. */
export const DOCUMENT_RESOURCES: readonly DocumentResource[] = [
  {
    uri: "reviews://reviews.json",
    path: "/reviews.json",
    mimeType: "application/json",
    title: "All reviews",
    description: "The business, its aggregate rating and all published reviews, newest first.",
  },
  {
    uri: "reviews://insights.json",
    path: "/insights.json",
    mimeType: "application/json",
    title: "Insights",
    description: "What the reviews say together: counts, months, who and what is mentioned, sentiment where measured.",
  },
  {
    uri: "reviews://feed.json",
    path: "/api/feed.json",
    mimeType: "application/feed+json",
    title: "JSON Feed",
    description: "The 50 newest reviews as JSON Feed 1.1.",
  },
  {
    uri: "reviews://feed.xml",
    path: "/feed.xml",
    mimeType: "application/atom+xml",
    title: "Atom feed",
    description: "The 50 newest reviews as Atom (RFC 4287).",
  },
];
