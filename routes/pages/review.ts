import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ReviewAnalysis } from "../../domain/documents/insights_document.ts";
import { reportContact } from "../../domain/documents/policy_answers.ts";
import { isOwnReview, reviewData } from "../../domain/documents/structured_data.ts";
import { analysisOf, insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { missingReview, missingSentence, rankOfId, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Place } from "../../domain/places.ts";
import { absoluteUrl } from "../../domain/site.ts";
import { platformOf, type Review } from "../../domain/review.ts";
import { snapshotFor, type Subjects } from "../../domain/snapshot/snapshot.ts";
import { respondReview, statusOf } from "../answer/respond_review.ts";
import { refuse, withPageSnapshot } from "./frame/error_page.ts";
import { phrase, starsOf, timeOf } from "./frame/formats.ts";
import { jsonAlternate, jsonLd, type Markup, markup, NOTHING } from "./frame/markup.ts";
import { type DataContext, pageContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { pageVary } from "./frame/page_headers.ts";
import { respondMadePage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { contactLink } from "./parts/contact.ts";
import { clippedText } from "./parts/prose.ts";
import { mentionsOf, photosOf, rewardOf } from "./parts/review_card.ts";
import { subjectLabel } from "./parts/subject_list.ts";
import { isPageWanted } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";

const MOST_DESCRIPTION = 200;

/**
 * Registers GET `/reviews/{id}`, the page of one review, to which feed items link. A client that prefers JSON gets the
 * answer of `/api/reviews/{id}`.
 */
export function registerReviewPage(app: OpenAPIHono, services: Services): void {
  app.get("/reviews/:id", ({ req }) => {
    const isPage = isPageWanted(req.raw.headers.get("accept"));
    return withPageSnapshot(req.raw, services, (snapshot) => {
      const id = req.param("id");
      const review = reviewById(snapshot, id);
      if (review === null) {
        const missing = missingReview(snapshot, id);
        return refuse(req.raw, services, statusOf(missing), (language) => missingSentence(missing, language));
      }
      if (!isPage) return respondReview(req.raw, snapshot, id, services.site, { vary: pageVary(null) });
      const isFor = (place: Place) => rankOfId(snapshotFor(snapshot, place), review.id) !== null;
      const page = reviewPage(pageContext(req.raw, services.site, snapshot), review, isFor);
      return respondMadePage(req.raw, snapshot, page);
    }, isPage ? "pages" : "api");
  });
}

function reviewPage(context: DataContext, review: Review, isFor: (place: Place) => boolean): Markup {
  const { snapshot: { business }, formats, site } = context;
  const { words } = formats;
  const stars = filled(words.out_of_5, { stars: formats.number(review.rating) });
  const { text, source_url } = review;
  const said = text === null ? words.no_words : clippedText(text, MOST_DESCRIPTION) ?? text;
  // A review without platform may still have a link.
  const platform = platformOf(review) ?? (source_url === null ? null : new URL(source_url).host);
  const name = markup`<bdi class="source">${platform ?? ""}</bdi>`;
  const link = source_url === null ? name : markup`<a href="${source_url}" rel="nofollow noopener">${name}</a>`;
  const source = platform === null ? NOTHING : markup`, ${phrase(words.on_platform, { platform: link })}`;
  return pageFrame(context, {
    title: filled(words.review_title, { stars, author: review.author }),
    description: filled(words.review_described, { author: review.author, name: business.name, stars, text: said }),
    path: `/reviews/${review.id}`,
    section: "/",
    isListed: isFor("search_engines"),
    head: markup`${isFor("api") ? jsonAlternate(`/api/reviews/${review.id}`) : NOTHING}${
      business.sample || !isOwnReview(review) || !isFor("search_engines")
        ? NOTHING
        : jsonLd(reviewData(business, review, site))
    }`,
    main: markup`<article class="one">
<header>
${starsOf(formats, review.rating)}
<h1 class="small">${
      phrase(words.review_heading, {
        author: markup`<bdi>${review.author}</bdi>`,
        name: markup`<bdi>${business.name}</bdi>`,
      })
    }</h1>
<p class="quiet">${timeOf(formats, review.date)}${source}, <a href="/policy">${
      words[`vouched_${review.verification}`]
    }</a></p>
${rewardOf(context, review)}
</header>
<p class="text said" dir="auto">${text ?? words.no_words}</p>
${photosOf(context, review)}
${replyOf(context, review)}
${mentionsOf(context, review)}
${findings(context, review)}
<p class="paging"><a class="button" href="/#reviews">${words.all_reviews}</a>
<button type="button" data-share data-copied="${words.copied}" hidden>${words.share}</button>
${reportLink(context, review)}</p>
</article>`,
  });
}

/** Link to where the business takes reports, with the address of the review where that is an e-mail. */
function reportLink({ snapshot: { business }, formats: { words }, site }: DataContext, { id }: Review): Markup {
  const contact = reportContact(business);
  const link = contact === null ? null : contactLink(contact);
  if (link === null) return NOTHING;
  const url = absoluteUrl(site, `/reviews/${id}`);
  const query = link.startsWith("mailto:")
    ? `?subject=${encodeURIComponent(words.report_review)}&body=${encodeURIComponent(url)}`
    : "";
  return markup`<a href="${link}${query}" rel="nofollow noopener">${words.report_review}</a>`;
}

function replyOf({ snapshot, formats }: DataContext, { owner_reply: reply }: Review): Markup {
  if (reply === null) return NOTHING;
  return markup`<section class="reply" aria-labelledby="reply">
<h2 id="reply" class="quiet">${
    phrase(formats.words.replied, {
      name: markup`<bdi>${snapshot.business.name}</bdi>`,
      day: timeOf(formats, reply.date),
    })
  }</h2>
<p class="text" dir="auto">${reply.text}</p>
</section>`;
}

function findings(context: DataContext, { id }: Review): Markup {
  const { snapshot, formats: { words } } = context;
  const analysis = analysisOf(snapshot, id);
  if (analysis === null) return NOTHING;
  const rows = findingRows(context, analysis).filter(({ found }) => found.length > 0);
  if (rows.length === 0) return NOTHING;
  return markup`<section class="part" aria-labelledby="findings">
<h2 id="findings">${words.found}</h2>
<dl class="facts">
${
    rows.map(({ label, found }) =>
      markup`<div><dt>${label}</dt><dd><ul>${
        found.map(({ name, query, note }) =>
          markup`<li>${
            query === null ? markup`<bdi>${name}</bdi>` : markup`<a href="/?${query}#reviews"><bdi>${name}</bdi></a>`
          }${note}</li>`
        )
      }</ul></dd></div>\n`
    )
  }</dl>
</section>`;
}

interface Finding {
  readonly name: string;
  /** Search for reviews that say the same; null if there is no such filter. */
  readonly query: string | null;
  /** Text after the name, with its colon; empty if none. */
  readonly note: string;
}

function findingRows(
  context: DataContext,
  { sentiment, aspects, problems, service_areas, topics }: ReviewAnalysis,
): readonly { readonly label: string; readonly found: readonly Finding[] }[] {
  const { snapshot, formats: { words } } = context;
  const { entities } = insightsOf(snapshot);
  const label = (kind: keyof Subjects, id: string) =>
    subjectLabel(context, kind, snapshot.subjects[kind].find((entry) => entry.id === id) ?? { id, label: id });
  const named = (name: string): Finding => ({ name, query: null, note: "" });
  return [
    {
      label: words.on_the_whole,
      found: sentiment === null ? [] : [{ name: words[sentiment], query: `sentiment=${sentiment}`, note: "" }],
    },
    {
      label: words.speaks_of,
      found: aspects.map(({ id, sentiment }) => ({
        name: label("aspects", id),
        query: `aspect=${encodeURIComponent(id)}&sentiment=${sentiment}`,
        note: `: ${words[sentiment]}`,
      })),
    },
    {
      label: words.problems,
      found: problems.map((id) => ({
        name: label("problems", id),
        query: `problem=${encodeURIComponent(id)}`,
        note: "",
      })),
    },
    {
      label: words.places,
      found: service_areas.map((id) => named(entities.service_areas.find((area) => area.id === id)?.label ?? id)),
    },
    { label: words.topics, found: topics.map((id) => named(label("topics", id))) },
  ];
}
