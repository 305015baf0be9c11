import { contentOf, type Snapshot } from "../../../domain/snapshot/snapshot.ts";
import { absoluteUrl } from "../../../domain/site.ts";
import { DRAWN_PREVIEW } from "../../../domain/documents/structured_data.ts";
import { pictureImage, picturePath, previewPath, scriptPath, stylesheetPath } from "./assets.ts";
import { formatsOf, initialOf, STARS_OUTLINE } from "./formats.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";
import type { PageContext } from "./page_context.ts";
import { inLanguage, PAGE_LANGUAGES } from "../../request/page_address.ts";
import { filled } from "../language/page_language.ts";
import { SOCIAL_IMAGE_SIZE } from "../../pictures/social_image.ts";

const NAVIGATION = [
  ["/", "nav_reviews"],
  ["/summary", "nav_summary"],
] as const;

const FOOTER = [
  ["/policy", "policy"],
  ["/policy#report", "q_report"],
  ["/embed", "nav_embed"],
  ["/developers", "nav_developers"],
  ["/docs", "api_reference"],
  ["/feed.xml", "atom_feed"],
  ["/api/feed.json", "json_feed"],
  ["/reviews.json", "all_as_json"],
] as const;

interface PageContent {
  /** Title without the name of the business; null on the home page. */
  readonly title: string | null;
  /** One or two sentences for search engines and previews. */
  readonly description: string;
  /** Canonical path and query; null if search engines must not find the page. */
  readonly path: string | null;
  /** Path and query of the page in other languages, where they are not the canonical ones. */
  readonly address?: string;
  /** Navigation entry to which the page belongs. */
  readonly section?: typeof NAVIGATION[number][0];
  /** Further elements of the head: links, metadata, JSON-LD. */
  readonly head?: Markup;
  /** Whether search engines may list the page; true by default. */
  readonly isListed?: boolean;
  /** Whether the content is English for every reader. */
  readonly isEnglish?: boolean;
  /** The content of `main`; it has the only `h1`. */
  readonly main: Markup;
}

/** A whole page: head, header with name and navigation, the content, footer. */
export function pageFrame(context: PageContext, content: PageContent): Markup {
  const { snapshot, site, formats: { words, language } } = context;
  const { path, title, description, head = NOTHING, isEnglish = false } = content;
  const name = snapshot?.business.name ?? words.nav_reviews;
  const marked = (title: string) => snapshot?.business.sample ? `${words.sample}: ${title}` : title;
  const isListed = path !== null && content.isListed !== false;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${marked(title === null ? filled(words.reviews_of, { name }) : `${title} – ${name}`)}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${isListed ? NOTHING : markup`<meta name="robots" content="noindex">\n`}${
    path === null
      ? NOTHING
      : markup`<link rel="canonical" href="${absoluteUrl(site, inLanguage(path, context.chosen))}">\n`
  }${
    path === null || !isListed || isEnglish
      ? NOTHING
      : [null, ...PAGE_LANGUAGES].map((language) =>
        markup`<link rel="alternate" hreflang="${language ?? "x-default"}" href="${
          absoluteUrl(site, inLanguage(path, language))
        }">\n`
      )
  }<link rel="stylesheet" href="${stylesheetPath(snapshot)}">
<link rel="alternate" type="application/atom+xml" title="Reviews (Atom)" href="/feed.xml">
<link rel="alternate" type="application/feed+json" title="Reviews (JSON Feed)" href="/api/feed.json">
<script type="module" src="${scriptPath()}"></script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${
    path === null
      ? NOTHING
      : preview(context, path, marked(title ?? filled(words.reviews_of, { name })), description)
  }${head}
</head>
<body>
${STARS_OUTLINE}
<a class="skip" href="#content">${words.skip}</a>
${header(context, name, content)}
<main id="content" tabindex="-1"${isEnglish && language !== "en" ? markup` lang="en"` : NOTHING}>
${content.main}
</main>
${footer(context, content)}
</body>
</html>
`;
}

function preview(
  { site, snapshot, chosen, formats: { words } }: PageContext,
  path: string,
  title: string,
  description: string,
): Markup {
  const image = previewPath(snapshot);
  const properties = [
    ["og:type", "website"],
    [
      "og:site_name",
      snapshot === null ? words.nav_reviews : filled(words.reviews_of, { name: snapshot.business.name }),
    ],
    ["og:title", title],
    ["og:description", description],
    ["og:url", absoluteUrl(site, inLanguage(path, chosen))],
    ["og:image", absoluteUrl(site, image)],
    ...image !== DRAWN_PREVIEW ? [] : [
      ["og:image:type", "image/png"],
      ["og:image:width", String(SOCIAL_IMAGE_SIZE.width)],
      ["og:image:height", String(SOCIAL_IMAGE_SIZE.height)],
      ["og:image:alt", words.picture],
    ],
  ];
  return markup`${
    properties.map(([name, content]) => markup`<meta property="${name}" content="${content}">\n`)
  }<meta name="twitter:card" content="summary_large_image">
`;
}

/** Of a phone two thirds of its pixels are enough for a photo. */
const COVER = markup`sizes="(max-width: 40rem) 66vw, 100vw" alt="" width="1440" height="480" fetchpriority="high"`;

/** The header: navigation and the name of the business, or, on its home page, its cover. */
function header(
  { snapshot, formats: { words } }: PageContext,
  name: string,
  { section, title }: PageContent,
): Markup {
  // The home page has the name as its heading.
  const isHome = title === null;
  const cover = isHome ? pictureImage(snapshot, "cover", COVER) : NOTHING;
  const current = (path: string) => section === path ? markup` aria-current="page"` : NOTHING;
  return markup`${
    snapshot !== null && contentOf(snapshot) === "sample"
      ? markup`<aside class="banner" aria-label="${words.sample}"><p>${words.sample_note}</p></aside>`
      : NOTHING
  }
<header class="top${isHome ? " cover" : ""}">
${cover}
<div class="top-line">
${
    isHome
      ? NOTHING
      : markup`<a class="brand" href="/">${snapshot === null ? NOTHING : businessMark(snapshot)}<bdi>${name}</bdi></a>`
  }
<nav aria-label="${words.pages}">
<ul>
${NAVIGATION.map(([path, label]) => markup`<li><a href="${path}"${current(path)}>${words[label]}</a></li>\n`)}</ul>
</nav>
</div>
</header>`;
}

/** Logo of the business, or the initial of its name. Its name stands beside it. */
export function businessMark(snapshot: Snapshot): Markup {
  return picturePath(snapshot, "logo") === null
    ? markup`<span class="logo" aria-hidden="true">${initialOf(snapshot.business.name)}</span>`
    : pictureImage(snapshot, "logo", markup`class="logo" alt="" width="80" height="80"`);
}

function footer({ formats: { words, language } }: PageContext, { path, address }: PageContent): Markup {
  const languages = PAGE_LANGUAGES.map((one) =>
    markup`<li><a href="${inLanguage(address ?? path ?? "/", one)}" hreflang="${one}" lang="${one}"${
      one === language ? markup` aria-current="true"` : NOTHING
    }>${formatsOf(one).languageName(one)}</a></li>\n`
  );
  return markup`<footer class="bottom">
<p>${words.promise}</p>
<ul>
${FOOTER.map(([path, label]) => markup`<li><a href="${path}">${words[label]}</a></li>\n`)}</ul>
<nav aria-label="${words.filter_language}"><ul>
${languages}</ul></nav>
</footer>`;
}
