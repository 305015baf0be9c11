import type { OpenAPIHono } from "@hono/zod-openapi";
import { textRepresentation } from "../../domain/documents/representation.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { absoluteUrl, type Site } from "../../domain/site.ts";
import { SearchFilters } from "../../domain/search/search_filters.ts";
import { perSnapshot } from "../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { refuseUnreadableQuery } from "../answer/refuse_query.ts";
import { respond } from "../answer/respond.ts";
import { embedFrame, THEMES, VIEWS } from "./widget_frame.ts";
import { accentsOf, compactCss } from "../pages/frame/theme.ts";
import { guideStyle } from "../pages/frame/assets.ts";
import { codeBlock, type Markup, markup, NOTHING } from "../pages/frame/markup.ts";
import { type DataContext, pageContext } from "../pages/frame/page_context.ts";
import { pageFrame } from "../pages/frame/page_frame.ts";
import { withPageSnapshot } from "../pages/frame/error_page.ts";
import { preparedPage, respondMadePage } from "../pages/frame/respond_page.ts";
import { PAGE_LANGUAGES } from "../request/page_address.ts";
import { FILTER_NAMES, readPageQuery } from "../pages/search/page_filters.ts";
import type { Services } from "../services.ts";

const PAGE = { directives: { "connect-src": "'self'", "frame-src": "'self'" } };
const FRAME = {
  hasPhotos: true,
  directives: { "frame-ancestors": "*", "script-src": "'none'", "form-action": "'none'" },
};

/**
 * Registers the widgets for other sites: GET `/embed.js`, the frames `/embed/{view}` with their stylesheet, and `/embed`,
 * the page that puts a widget together and has its code.
 */
export function registerEmbed(app: OpenAPIHono, services: Services): void {
  const configurator = textRepresentation("text/javascript; charset=utf-8", assetText("configure.js"));
  const embed = preparedPage(services, embedPage, PAGE);
  app.get("/embed", ({ req }) => embed(req.raw));
  const widgets = perSnapshot(widgetsOf);
  app.get("/embed.js", ({ req }) => respond(req.raw, widgets(services.snapshot("pages")).script));
  app.get("/embed/configure.js", ({ req }) => respond(req.raw, configurator));
  app.get("/embed/widget.css", ({ req }) => respond(req.raw, widgets(services.snapshot("pages")).style));
  for (const view of VIEWS) {
    const frames = THEMES.map((theme) => preparedPage(services, (context) => embedFrame(context, view, theme), FRAME));
    app.get(`/embed/${view}`, refuseUnreadableQuery(["theme", ...FILTER_NAMES]), ({ req: { raw } }) => {
      const query = new URL(raw.url).searchParams;
      const named = query.get("theme") ?? THEMES[0];
      const theme = THEMES.find((theme) => theme === named);
      if (theme === undefined) return problemResponse(400, `theme is one of ${THEMES.join(", ")}.`);
      const asked = readPageQuery(String(query));
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

/** Height of the views with a row of cards, in pixels. */
const ROW_HEIGHT = 480;
/** Name and height of each view, in pixels; lists and grids scroll inside theirs. Null for what floats above the page. */
const LAYOUTS: Readonly<Record<typeof VIEWS[number], readonly [name: string, height: number | null]>> = {
  list: ["List", 600],
  grid: ["Grid of small cards", 600],
  carousel: ["Carousel", ROW_HEIGHT],
  single: ["One review at a time", ROW_HEIGHT],
  badge: ["Badge", 44],
  floating: ["Floating badge", null],
};
const SCROLLING: readonly string[] = ["list", "grid"];

function embedPage(context: DataContext): Markup {
  return pageFrame(context, {
    title: "Put the reviews on a site",
    description:
      "A badge, a carousel or a list of the reviews for any web page: choose, see it, copy a line; no cookies.",
    path: "/embed",
    isEnglish: true,
    head: markup`${guideStyle()}<script type="module" src="/embed.js"></script>
<script type="module" src="/embed/configure.js"></script>`,
    main: markup`<div class="guide">
<h1>Put the reviews on your site</h1>
<p class="lead">Choose how the reviews look, and paste the code where they are to be. They stay up to date by themselves, fit
light and dark pages, and set no cookies.</p>

${elementSection(context)}

${frameSection(context)}

${imageSection(context)}

${promisesSection(context)}
</div>`,
  });
}

/** Code of the script and the element of the widgets, to be pasted into a page. */
export function widgetCode(site: Site) {
  const badge = `<img src="${absoluteUrl(site, "/badge.svg")}" alt="Our customer reviews" height="40">`;
  const fallback = `<a href="${absoluteUrl(site, "/")}">${badge}</a>`;
  return {
    script: `<script type="module" src="${absoluteUrl(site, "/embed.js")}"></script>`,
    element: (view: typeof VIEWS[number], attributes = "") => {
      const [, height] = LAYOUTS[view];
      const own = SCROLLING.includes(view) ? ` height="${height}"` : "";
      const style = height === null ? "" : ` style="display: block; min-height: ${height}px"`;
      return `<customer-reviews view="${view}"${own}${attributes}${style}>${fallback}</customer-reviews>`;
    },
  };
}

function elementSection({ site, snapshot, formats }: DataContext): Markup {
  const { script, element } = widgetCode(site);
  const services = namedThings(snapshot, "services").filter(({ insight }) => insight !== null);
  const option = (value: string, label = value) => markup`<option value="${value}">${label}</option>`;
  const select = (name: string, label: string, options: Markup | readonly Markup[]) =>
    markup`<div><label for="widget-${name}">${label}</label><select id="widget-${name}" name="${name}">${options}</select></div>\n`;
  const number = (name: string, label: string, value: string, min: number, max: number) =>
    markup`<div><label for="widget-${name}">${label}</label><input id="widget-${name}" name="${name}" type="number" min="${min}" max="${max}" value="${value}"></div>\n`;
  return markup`<section aria-labelledby="element">
<h2 id="element">Your widget</h2>
<fieldset class="configure" data-widget>
<legend class="hidden">Choices</legend>
${
    select(
      "view",
      "Layout",
      VIEWS.map((view) => {
        const [name, height] = LAYOUTS[view];
        return markup`<option value="${view}" data-height="${String(height ?? "")}">${name}</option>`;
      }),
    )
  }${number("limit", "Reviews", "", 1, 50)}${number("columns", "Columns at most", "", 1, 6)}${
    number("height", "Height of a list, in pixels", "600", 200, 2000)
  }${select("theme", "Colours", [option("", "as the page around"), ...THEMES.map((theme) => option(theme))])}${
    select("font", "Font", [option("", "as the page around"), option("system", "of the reader's device")])
  }${
    select("min-rating", "Which stars", [
      option("", "all"),
      ...["3 and more", "4 and more", "5"].map((stars) => option(stars.charAt(0), `${stars} (shown as a selection)`)),
    ])
  }${
    services.length === 0
      ? NOTHING
      : select("service", "Which service", [option("", "all"), ...services.map(({ id, label }) => option(id, label))])
  }${
    select("lang", "Its language", [
      option("", "of the page"),
      ...PAGE_LANGUAGES.map((language) => option(language, formats.languageName(language))),
    ])
  }</fieldset>
<div class="demo" id="preview"><customer-reviews view="list" height="600"></customer-reviews></div>
<p>Once on the page, at any place:</p>
${codeBlock("script", script)}
<p>Where the reviews are to be:</p>
${codeBlock("element", element("list"))}
<p>What stands in the element is shown where scripts are off, and until the reviews are there. The style keeps the
place free until the script has loaded, so that nothing on the page moves; a page whose policy forbids it has the same
rule in its stylesheet. On <code>localhost</code> a wrong attribute or a filter without reviews is a visible fault.</p>
<p>Every filter of the search is an attribute, such as <code>source="google"</code> or <code>has-photos</code>. Variables of
CSS, on the element or around it, change the look: <code>--reviews-accent</code> (links), <code>-text</code>,
<code>-muted</code>, <code>-background</code>, <code>-border</code>, <code>-star</code>, <code>-star-empty</code>,
<code>-radius</code> and <code>-font</code> (families; by default those of the page).</p>
<p>The backgrounds around the widget choose light or dark. On a gradient or a picture the colour of the page's text does;
<code>theme</code> overrules both.</p>
</section>`;
}

function frameSection({ site }: DataContext): Markup {
  const frame = `<iframe src="${absoluteUrl(site, "/embed/list")}" title="Customer reviews" loading="lazy"
  width="100%" height="600" style="border: 0"></iframe>`;
  return markup`<section aria-labelledby="frame">
<h2 id="frame">Without a script</h2>
<p>Some site builders take no scripts. A frame shows the same: <code>/embed/</code> and a layout,
<code>?theme=dark</code> and <code>?theme=auto</code> for another ground. Filters of the search
choose reviews: <code>?source=google&amp;min_rating=4</code>.</p>
${codeBlock("iframe", frame)}
<div class="demo"><iframe src="/embed/list" title="Customer reviews in a frame" loading="lazy" height="600"></iframe></div>
</section>`;
}

function imageSection({ site }: DataContext): Markup {
  const url = (path: string) => absoluteUrl(site, path);
  return markup`<section aria-labelledby="image">
<h2 id="image">A picture, a card</h2>
<p>For the counter there is a <a href="/review-card">card to print</a>, with codes that lead to where customers write a review.</p>
<p>For mails, listings and pages that take pictures alone. <code>?theme=light</code> and <code>?theme=dark</code> as well.</p>
${
    codeBlock(
      "picture",
      `<a href="${url("/")}"><img src="${url("/badge.svg")}" alt="Our customer reviews" height="40"></a>`,
    )
  }
<div class="demo"><img src="/badge.svg" alt="The badge" height="40"></div>
</section>`;
}

function promisesSection({ site: { baseUrl } }: DataContext): Markup {
  const { origin } = new URL(baseUrl);
  return markup`<section aria-labelledby="promises">
<h2 id="promises">What it does to a page</h2>
<ul class="plain">
<li>It sets no cookies and stores nothing. It asks no host but this one, and those whose photos the business shows.</li>
<li>The script is one file of 15 KB at most. Nothing is loaded before the place comes near the screen.</li>
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

const WIDGET_FILTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(SearchFilters.shape).filter((name) => name !== "limit" && name !== "cursor")
    .map((name) => [name.replace(/^mentions_/, "").replaceAll("_", "-"), name]),
);

/** Builds script and stylesheet of the widgets; in the default colour without a snapshot. */
function widgetsOf(snapshot: Snapshot | null) {
  const { light, dark } = accentsOf(snapshot?.pages.color ?? null);
  const style = compactCss(assetText("widget.css").replaceAll("LIGHT_ACCENT", light).replaceAll("DARK_ACCENT", dark));
  const values = { STYLE: style, FILTERS: WIDGET_FILTERS, VIEWS, LANGUAGES: PAGE_LANGUAGES, ROW_HEIGHT };
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  const script = constants.join("") + compactScript(assetText("embed.js"));
  return {
    script: textRepresentation("text/javascript; charset=utf-8", script),
    style: textRepresentation("text/css; charset=utf-8", style + compactCss(assetText("frame.css"))),
  };
}

/**
 * Removes comments on lines of their own, indentation, and space around operators. No text of the script spans lines or has
 * an operator between spaces.
 */
function compactScript(script: string): string {
  return script.replace(/^\s*(?:\/\/|\/?\*).*\n/gm, "").replace(/^\s+/gm, "")
    .replace(/ (=>|===|!==|[=?:]) /g, "$1");
}

function assetText(name: string): string {
  return Deno.readTextFileSync(new URL(`./assets/${name}`, import.meta.url));
}
