/** Public address of the service, from which every absolute URL is built. */
export interface Site {
  /** Origin, without a slash at the end: `https://reviews.example`. */
  readonly baseUrl: string;
}

/** WebSub topics: paths whose changes the hub distributes. */
export const TOPIC_PATHS = ["/reviews.json", "/api/feed.json", "/feed.xml"] as const;

/** The path of a topic. */
export type TopicPath = typeof TOPIC_PATHS[number];

/** Absolute URL of a path of this service. */
export function absoluteUrl(site: Site, path: string): string {
  return site.baseUrl + path;
}

/** Absolute URL of the page of a review. */
export function reviewUrl(site: Site, reviewId: string): string {
  return absoluteUrl(site, `/reviews/${reviewId}`);
}

/** Absolute URL of the WebSub hub. */
export function hubUrl(site: Site): string {
  return absoluteUrl(site, "/api/websub/hub");
}

/** The `Link` field of a topic: its hub and its canonical URL (WebSub 4, RFC 8288 3). */
export function topicLink(site: Site, path: TopicPath): string {
  return `<${hubUrl(site)}>; rel="hub", <${absoluteUrl(site, path)}>; rel="self"`;
}
