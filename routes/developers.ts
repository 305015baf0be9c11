import type { OpenAPIHono } from "@hono/zod-openapi";
import { exampleSearch } from "../domain/queries/example_search.ts";
import { absoluteUrl, hubUrl } from "../domain/site.ts";
import { problemAnchor, PROBLEMS } from "../openapi/problem.ts";
import { apiLinks } from "./discovery/catalogs.ts";
import { guideStyle } from "./pages/frame/assets.ts";
import { codeBlock, type Markup, markup, NOTHING } from "./pages/frame/markup.ts";
import type { DataContext } from "./pages/frame/page_context.ts";
import { pageFrame } from "./pages/frame/page_frame.ts";
import { preparedPage } from "./pages/frame/respond_page.ts";
import type { Services } from "./services.ts";

const LINKS = [
  [
    ["/docs", "Reference"],
    "every path, filter and answer, with code in many languages; requests can be sent from the page",
  ],
  [["/openapi.json", "OpenAPI description"], "for generators of typed clients"],
  [["/reviews.json", "All reviews"], "one JSON document"],
  [["/insights.json", "Insights"], "aspects, people, services, months, questions and answers"],
  [["/api/changes", "Changes"], "what was added, changed and removed since a cursor"],
  [["/api/feed.json", "JSON Feed"], "the newest reviews; the same as", ["/feed.xml", "Atom"]],
  [["/llms.txt", "llms.txt"], "an overview for language models"],
] as const;

/** Registers GET `/developers`, the quick start for developers. */
export function registerDevelopers(app: OpenAPIHono, services: Services): void {
  const page = preparedPage(services, developersPage, { link: apiLinks(services.site) });
  app.get("/developers", ({ req }) => page(req.raw));
}

function developersPage(context: DataContext): Markup {
  const { site } = context;
  const link = ([path, name]: readonly [string, string]) => markup`<a href="${path}">${name}</a>`;
  return pageFrame(context, {
    title: "Quick start for developers",
    description: "Read the reviews by HTTP, feeds, MCP and WebSub: no key, no account. Every command can be copied.",
    path: "/developers",
    isEnglish: true,
    head: guideStyle(),
    main: markup`<div class="guide">
<h1>Quick start</h1>
<p class="lead">The API is public and read-only: no key, no account.</p>
${
      calls(context).map(({ about, path }, at) =>
        markup`<p>${link([path, about])}</p>
${codeBlock(`call-${at}`, `curl -s '${absoluteUrl(site, path)}'`, "sh")}
`
      )
    }<section aria-labelledby="links">
<h2 id="links">Read on</h2>
<ul class="plain">
${
      LINKS.map(([first, about, second]) =>
        markup`<li>${link(first)}: ${about}${second === undefined ? NOTHING : markup` ${link(second)}`}</li>\n`
      )
    }<li>MCP, for assistants: <code>${absoluteUrl(site, "/mcp")}</code></li>
<li>WebSub, for every change: <code>${hubUrl(site)}</code></li>
</ul>
</section>
<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<ul class="plain">
${
      PROBLEMS.map(([status, title, meaning]) =>
        markup`<li id="${problemAnchor(status)}">${status} ${title}: ${meaning.replaceAll("`", "")}</li>\n`
      )
    }</ul>
</section>
</div>`,
  });
}

function calls({ snapshot }: DataContext): readonly { readonly about: string; readonly path: string }[] {
  const found = exampleSearch(snapshot);
  const { query, min_rating } = found?.filters ?? {};
  // The encoding of forms leaves nothing in a value that a shell or a string in quotes interprets.
  const filters = new URLSearchParams({
    ...query === undefined ? {} : { query },
    ...min_rating === undefined ? {} : { min_rating: String(min_rating) },
    limit: "3",
  });
  return [
    { about: "The business and its rating", path: "/api/business" },
    { about: "Search: words, stars and more", path: `/api/reviews/search?${filters}` },
    { about: "All reviews since a day", path: `/api/reviews/since/${found?.review.date ?? "2026-01-01"}` },
  ];
}
