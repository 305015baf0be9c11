import { absoluteUrl } from "../../../domain/site.ts";
import { SOCIAL_IMAGE_SIZE } from "../../pictures/social_image.ts";
import { logoPath, scriptPath, stylesheetPath } from "./assets.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";
import type { PageContext } from "./page_context.ts";
import { STARS_OUTLINE } from "./stars.ts";

/** The pages that every page leads to, in the order of the navigation. */
const NAVIGATION = [
  ["/", "Reviews"],
  ["/summary", "Summary"],
  ["/developers", "Developers"],
  ["/embed", "Embed"],
] as const;

/** What one page adds to the frame. */
export interface PageContent {
  /** What the page is, without the name of the business; null on the home page. */
  readonly title: string | null;
  /** One or two sentences for search engines and previews. */
  readonly description: string;
  /** Path and query under which the page is to be known; null if it is not to be found at all. */
  readonly path: string | null;
  /** The path of the entry of the navigation to which the page belongs. */
  readonly section?: typeof NAVIGATION[number][0];
  /** Further elements of the head: links, metadata, JSON-LD. */
  readonly head?: Markup;
  /** Whether search engines may list the page; they may unless it says no. */
  readonly isListed?: boolean;
  /** The content of `main`; it has the only `h1`. */
  readonly main: Markup;
}

/** A whole page: head, header with name and navigation, the content, footer. */
export function pageFrame(context: PageContext, content: PageContent): Markup {
  const { snapshot, href, site } = context;
  const { path, title, description, head = NOTHING } = content;
  const name = snapshot?.business.name ?? "Reviews";
  const isListed = path !== null && content.isListed !== false;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === null ? `${name}: reviews` : `${title} – ${name}`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${isListed ? NOTHING : markup`<meta name="robots" content="noindex">\n`}${
    path === null ? NOTHING : markup`<link rel="canonical" href="${absoluteUrl(site, path)}">\n`
  }<link rel="stylesheet" href="${href(stylesheetPath(snapshot))}">
<link rel="alternate" type="application/atom+xml" title="Reviews (Atom)" href="${href("/feed.xml")}">
<link rel="alternate" type="application/feed+json" title="Reviews (JSON Feed)" href="${href("/api/feed.json")}">
<script type="module" src="${href(scriptPath())}"></script>
<link rel="icon" href="${href("/favicon.svg")}" type="image/svg+xml">
${path === null ? NOTHING : preview(context, path, title ?? `Reviews of ${name}`, description)}${head}
</head>
<body>
${STARS_OUTLINE}
<a class="skip" href="#content">Skip to the content</a>
${header(context, name, content.section)}
<main id="content" tabindex="-1">
${content.main}
</main>
${footer(context)}
</body>
</html>
`;
}

/** What previews of links show (Open Graph), with the picture that is made here. */
function preview({ site, snapshot }: PageContext, path: string, title: string, description: string): Markup {
  const properties = [
    ["og:type", "website"],
    ["og:site_name", snapshot === null ? "Reviews" : `Reviews of ${snapshot.business.name}`],
    ["og:title", title],
    ["og:description", description],
    ["og:url", absoluteUrl(site, path)],
    ["og:image", absoluteUrl(site, "/social.png")],
    ["og:image:type", "image/png"],
    ["og:image:width", String(SOCIAL_IMAGE_SIZE.width)],
    ["og:image:height", String(SOCIAL_IMAGE_SIZE.height)],
    ["og:image:alt", "The rating, with its distribution over the stars"],
  ];
  return markup`${
    properties.map(([name, content]) => markup`<meta property="${name}" content="${content}">\n`)
  }<meta name="twitter:card" content="summary_large_image">
`;
}

function header({ href, snapshot }: PageContext, name: string, section: PageContent["section"]): Markup {
  const logo = logoPath(snapshot);
  const current = (path: string) => section === path ? markup` aria-current="page"` : NOTHING;
  return markup`<header class="top">
<div class="top-line">
<a class="brand" href="${href("/")}" dir="auto">${
    logo === null ? NOTHING : markup`<img src="${href(logo)}" alt="" width="40" height="40">`
  }${name}</a>
<nav aria-label="Pages">
<ul>
${NAVIGATION.map(([path, label]) => markup`<li><a href="${href(path)}"${current(path)}>${label}</a></li>\n`)}</ul>
</nav>
</div>
</header>
${
    snapshot?.sample
      ? markup`<aside class="notice" aria-label="Sample"><p>These are fictional sample data: there is no such business.</p></aside>`
      : NOTHING
  }`;
}

function footer({ href }: PageContext): Markup {
  return markup`<footer class="bottom">
<p>Every review here comes from a verified source and is shown as it was written.</p>
<ul>
<li><a href="${href("/feed.xml")}">Atom feed</a></li>
<li><a href="${href("/api/feed.json")}">JSON Feed</a></li>
<li><a href="${href("/reviews.json")}">All reviews as JSON</a></li>
<li><a href="${href("/docs")}">API reference</a></li>
</ul>
</footer>`;
}
