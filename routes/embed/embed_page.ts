import type { OpenAPIHono } from "@hono/zod-openapi";
import { namedThings } from "../../domain/queries/named_things.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { perSnapshot } from "../../domain/snapshot/per_snapshot.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { refuseUnreadableQuery } from "../answer/refuse_query.ts";
import { respond } from "../answer/respond.ts";
import { embedFrame, THEMES, VIEWS } from "./widget_frame.ts";
import { widgetsOf } from "./widget_script.ts";
import { codeBlock, type Markup, markup, NOTHING } from "../pages/frame/markup.ts";
import { type DataContext, pageContext } from "../pages/frame/page_context.ts";
import { pageFrame } from "../pages/frame/page_frame.ts";
import { withPageSnapshot } from "../pages/frame/error_page.ts";
import { preparedPage, respondMadePage } from "../pages/frame/respond_page.ts";
import { FILTER_NAMES, readTidyQuery } from "../pages/search/page_filters.ts";
import type { Services } from "../services.ts";

const PAGE = { directives: { "connect-src": "'self'", "frame-src": "'self'" } };
const FRAME = { directives: { "frame-ancestors": "*", "script-src": "'none'", "form-action": "'none'" } };

/**
 * Registers the widgets for other sites: GET `/embed.js`, the frames `/embed/badge`, `/embed/carousel` and
 * `/embed/list` with their stylesheet, and `/embed`, the page that shows them with their code.
 */
export function registerEmbed(app: OpenAPIHono, services: Services): void {
  const embed = preparedPage(services, embedPage, PAGE);
  app.get("/embed", ({ req }) => embed(req.raw));
  const widgets = perSnapshot(widgetsOf);
  app.get("/embed.js", ({ req }) => respond(req.raw, widgets(services.snapshot("pages")).script));
  app.get("/embed/widget.css", ({ req }) => respond(req.raw, widgets(services.snapshot("pages")).style));
  for (const view of VIEWS) {
    const frames = THEMES.map((theme) => preparedPage(services, (context) => embedFrame(context, view, theme), FRAME));
    app.get(`/embed/${view}`, refuseUnreadableQuery(["theme", ...FILTER_NAMES]), ({ req: { raw } }) => {
      const query = new URL(raw.url).searchParams;
      const named = query.get("theme") ?? THEMES[0];
      const theme = THEMES.find((theme) => theme === named);
      if (theme === undefined) return problemResponse(400, `theme is one of ${THEMES.join(", ")}.`);
      const asked = readTidyQuery(String(query));
      if (asked.kind === "faulty") {
        return problemResponse(400, asked.faults.map(({ name, message }) => `${name}: ${message}.`).join(" "));
      }
      if (asked.kind === "none" || view === "badge") return frames[THEMES.indexOf(theme)]!(raw);
      return withPageSnapshot(raw, services, (snapshot) => {
        const page = embedFrame(pageContext(raw, services.site, snapshot), view, theme, asked);
        return respondMadePage(raw, snapshot, page, FRAME.directives);
      });
    });
  }
}

const HEIGHTS = { badge: "44px", carousel: "436px" } as const;

const ATTRIBUTES = [
  ["view", "badge, carousel or list (the default)"],
  ["limit", "how many reviews, 1 to 50; 12 by default"],
  ["theme", "light, dark or auto, the reader's scheme; by default the color-scheme of the page, else light"],
  ["service, technician", "only reviews that mention a service, by its id or label, or a person, by name"],
  ["min-rating", "only reviews with as many stars; the widget says then that it shows a selection"],
  ["query, rating, max-rating, aspect, sentiment, problem, since, until", "the other filters of the search"],
  ["source, language", "only reviews of a source, or in a language such as en"],
  ["replied, verified, has-photos", "only such reviews; with false as the value, only others"],
  ["sort", "newest (the default), oldest, highest or lowest first"],
  [
    "lang",
    "the language: words in English, German, Spanish and French, dates and numbers in any; that of the page by default",
  ],
] as const;

const VARIABLES = [
  ["--reviews-accent", "links, buttons; the colour of the business by default"],
  ["--reviews-text", "text"],
  ["--reviews-muted", "dates, counts"],
  ["--reviews-background", "cards"],
  ["--reviews-border", "lines around cards"],
  ["--reviews-star, --reviews-star-empty", "stars"],
  ["--reviews-radius", "round corners"],
  ["--reviews-font", "a whole font: 16px/1.5 Georgia, serif"],
] as const;

function embedPage(context: DataContext): Markup {
  return pageFrame(context, {
    title: "Put the reviews on a site",
    description: "A badge, a carousel or a list of the reviews for any web page: one line to paste, no cookies.",
    path: "/embed",
    isEnglish: true,
    head: markup`<script type="module" src="/embed.js"></script>`,
    main: markup`<div class="guide">
<h1>Put the reviews on your site</h1>
<p class="lead">Paste a line where the reviews are to be. They stay up to date by themselves, fit light and dark pages,
and set no cookies.</p>

${elementSection(context)}

${optionsSection()}

${frameSection(context)}

${imageSection(context)}

${promisesSection(context)}
</div>`,
  });
}

/** Code of the script and the element of the widgets, to be pasted into a page. */
export function widgetCode(site: Site) {
  const fallback = `<a href="${absoluteUrl(site, "/")}">Our reviews</a>`;
  return {
    script: `<script type="module" src="${absoluteUrl(site, "/embed.js")}"></script>`,
    element: (attributes: string, height: string | null = null) =>
      `<customer-reviews ${attributes}${
        height === null ? "" : ` style="display: block; min-height: ${height}"`
      }>${fallback}</customer-reviews>`,
  };
}

function elementSection({ site, snapshot }: DataContext): Markup {
  const { script, element } = widgetCode(site);
  const service = namedThings(snapshot, "services").find(({ insight }) => insight !== null);
  return markup`<section aria-labelledby="element">
<h2 id="element">The element</h2>
<p>Once on the page, at any place:</p>
${codeBlock("script", script)}
<h3>Badge</h3>
${codeBlock("badge", element('view="badge"', HEIGHTS.badge))}
<div class="demo-pair">
<div class="demo light"><customer-reviews view="badge" theme="light"></customer-reviews></div>
<div class="demo dark"><customer-reviews view="badge" theme="dark"></customer-reviews></div>
</div>
<h3>Carousel</h3>
${codeBlock("carousel", element('view="carousel"', HEIGHTS.carousel))}
<div class="demo"><customer-reviews view="carousel" limit="8"></customer-reviews></div>
<h3>List</h3>
${codeBlock("list", element('view="list" limit="3"'))}
<div class="demo"><customer-reviews view="list" limit="3"></customer-reviews></div>
${
    service === undefined ? NOTHING : markup`<h3>On the page of a service</h3>
${codeBlock("service", element(`view="list" limit="3" service="${service.id}"`))}
`
  }<p>What stands in the element is shown where scripts are off, and until the reviews are there. The style keeps the
place free until the script has loaded, so that nothing on the page moves; a page whose policy forbids it has the same
rule in its stylesheet. On <code>localhost</code> a wrong attribute or a filter without reviews is a visible fault,
elsewhere the widget stays empty.</p>
</section>`;
}

function optionsSection(): Markup {
  return markup`<section aria-labelledby="options">
<h2 id="options">Options</h2>
${table("Attributes", ["Attribute", "What it does"], ATTRIBUTES)}
<p>Colours, corners and font are variables of CSS, to be set on the element or on any element around it:</p>
${table("Variables", ["Variable", "For"], VARIABLES)}
${codeBlock("theme", "customer-reviews {\n  --reviews-accent: #7a1f3d;\n  --reviews-radius: 0;\n}")}
</section>`;
}

function table(
  label: string,
  [name, meaning]: readonly [string, string],
  rows: readonly (readonly [name: string, meaning: string])[],
): Markup {
  return markup`<div class="wide" tabindex="0" role="region" aria-label="${label}">
<table>
<thead><tr><th scope="col">${name}</th><th scope="col">${meaning}</th></tr></thead>
<tbody>
${
    rows.map(([name, meaning]) => markup`<tr><th scope="row"><code>${name}</code></th><td>${meaning}</td></tr>\n`)
  }</tbody>
</table>
</div>`;
}

function frameSection({ site }: DataContext): Markup {
  const frame = `<iframe src="${absoluteUrl(site, "/embed/list")}" title="Customer reviews" loading="lazy"
  width="100%" height="480" style="border: 0"></iframe>`;
  return markup`<section aria-labelledby="frame">
<h2 id="frame">Without a script</h2>
<p>Some site builders take no scripts. A frame shows the same; <code>/embed/badge</code> and <code>/embed/carousel</code>
are the other views, <code>?theme=dark</code> and <code>?theme=auto</code> choose another ground. Filters of the search
choose reviews: <code>?source=google&amp;min_rating=4</code>.</p>
${codeBlock("iframe", frame)}
<div class="demo"><iframe src="/embed/list" title="Customer reviews in a frame" loading="lazy" height="480"></iframe></div>
</section>`;
}

function imageSection({ site }: DataContext): Markup {
  const url = (path: string) => absoluteUrl(site, path);
  return markup`<section aria-labelledby="image">
<h2 id="image">A picture</h2>
<p>For mails, listings and pages that take pictures alone. <code>?theme=light</code> and <code>?theme=dark</code> as well.</p>
${
    codeBlock(
      "picture",
      `<a href="${url("/")}"><img src="${url("/badge.svg")}" alt="Our customer reviews" height="40"></a>`,
    )
  }
<div class="demo-pair">
<div class="demo light"><img src="/badge.svg?theme=light" alt="The badge for light pages" height="40"></div>
<div class="demo dark"><img src="/badge.svg?theme=dark" alt="The badge for dark pages" height="40"></div>
</div>
</section>`;
}

function promisesSection({ site: { baseUrl } }: DataContext): Markup {
  const { origin } = new URL(baseUrl);
  return markup`<section aria-labelledby="promises">
<h2 id="promises">What it does to a page</h2>
<ul class="plain">
<li>It sets no cookies, stores nothing, and asks no host but this one. Readers are not followed.</li>
<li>The script is one file of 19 KB at most. Nothing is loaded before the place comes near the screen.</li>
<li>It stands in a shadow root: the page's styles do not touch it, and its own do not touch the page.</li>
<li>What customers wrote is text; it becomes neither markup nor script, nor a link.</li>
<li>It has no data for search engines: they do not show stars for reviews that a business has of itself on its site.</li>
</ul>
<p>A site with a content security policy allows this:</p>
${
    codeBlock(
      "policy",
      `script-src ${origin}; connect-src ${origin}; frame-src ${origin}; img-src ${origin}`,
    )
  }
</section>`;
}
