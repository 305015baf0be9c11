/**
 * The elements by which readers find the feeds on a page (HTML 4.8.6 "alternate", JSON Feed 1.1 "Discovery"), for its
 * head.
 */
export const FEED_LINKS =
  '<link rel="alternate" type="application/atom+xml" title="Reviews (Atom)" href="/feed.xml">\n' +
  '<link rel="alternate" type="application/feed+json" title="Reviews (JSON Feed)" href="/api/feed.json">';
