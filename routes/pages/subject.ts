import type { OpenAPIHono } from "@hono/zod-openapi";
import { mentionFigures, type NamedThing, namedThings } from "../../domain/queries/named_things.ts";
import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import { tradeWords } from "../../domain/trades.ts";
import type { Services } from "../services.ts";
import { refuse, withPageSnapshot } from "./frame/error_page.ts";
import { type Markup, markup, NOTHING } from "./frame/markup.ts";
import { type DataContext, pageContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { respondMadePage } from "./frame/respond_page.ts";
import { counted } from "./frame/formats.ts";
import { ratingFigures } from "./parts/overview.tsx";
import { reviewList } from "./parts/review_list.tsx";
import { filled } from "./language/page_language.ts";

const MOST_REVIEWS = 20;

const KINDS = {
  technicians: { filter: "mentions_technician", word: "technician" },
  services: { filter: "mentions_service", word: "service" },
} as const;

type Kind = keyof typeof KINDS;

/**
 * Registers GET `/technicians/{id}` and `/services/{id}`: figures of one technician or service, and the newest reviews
 * that mention it.
 */
export function registerSubjectPages(app: OpenAPIHono, services: Services): void {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    app.get(`/${kind}/:id`, ({ req }) =>
      withPageSnapshot(req.raw, services, (snapshot) => {
        const id = req.param("id");
        const thing = namedThings(snapshot, kind).find((thing) => thing.id === id);
        const context = pageContext(req.raw, services.site, snapshot);
        if (thing !== undefined) return respondMadePage(req.raw, snapshot, subjectPage(context, kind, thing));
        const { [KINDS[kind].word]: called = KINDS[kind].word } = tradeWords(snapshot.business, "en");
        return refuse(
          req.raw,
          services,
          404,
          (page) => page?.words.not_found ?? `There is no ${called.toLowerCase()} with this id.`,
        );
      }));
  }
}

function subjectPage(context: DataContext, kind: Kind, thing: NamedThing): Markup {
  const { snapshot, formats } = context;
  const { filter, word } = KINDS[kind];
  const { words } = formats;
  // A search by this name finds the same reviews.
  const called = kind === "technicians" ? thing.label : thing.id;
  const criteria: Pick<SearchCriteria, "technicians" | "services"> = { [kind]: [called] };
  const figures = mentionFigures(snapshot, criteria);
  const { ranks } = searchIndex(snapshot.search, { ...criteria, limit: MOST_REVIEWS });
  const search = `${filter}=${encodeURIComponent(called)}`;
  const { trend = null } = thing.insight ?? {};
  return pageFrame(context, {
    title: thing.label,
    description: `${thing.label}, ${snapshot.business.name}: ${counted(formats, figures.count, "review")}.`,
    path: `/${kind}/${encodeURIComponent(thing.id)}`,
    section: "/",
    main: markup`<div class="title">
<p class="quiet">${words[word]}</p>
<h1><bdi>${thing.label}</bdi></h1>
${
      trend === "improving" || trend === "declining"
        ? markup`<p class="quiet">${filled(words[`subject_${trend}`], { subject: thing.label })}</p>`
        : NOTHING
    }
</div>
<div class="browse">
<div class="side">
<div class="card">${ratingFigures(context, { mean: figures.averageRating, ...figures }, search)}</div>
</div>
<section class="results" aria-labelledby="reviews">
<h2 id="reviews">${
      ranks.length < figures.count
        ? filled(words.newest_of, { reviews: counted(formats, figures.count, "review") })
        : figures.count === 0
        ? words.nav_reviews
        : counted(formats, figures.count, "review")
    }</h2>
${ranks.length === 0 ? markup`<p class="quiet">${words.not_mentioned}</p>` : NOTHING}
${reviewList(context, ranks.map((rank) => withoutMention(reviewAt(snapshot, rank), called)), criteria)}
<p class="paging"><a class="button" href="/?${search}#reviews">${words.search_these}</a></p>
</section>
</div>`,
  });
}

/** A review as its card on the page of what it mentions, which needs no link to itself. */
function withoutMention(review: Review, called: string): Review {
  const others = (names: readonly string[]) => names.filter((name) => name !== called);
  return {
    ...review,
    mentioned_technicians: others(review.mentioned_technicians),
    mentioned_services: others(review.mentioned_services),
  };
}
