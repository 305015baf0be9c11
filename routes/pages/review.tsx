import type { OpenAPIHono } from "@hono/zod-openapi";
import { platformReport, reportContact } from "../../domain/documents/policy_answers.ts";
import { isOwnReview, reviewData } from "../../domain/documents/structured_data.ts";
import { missingReview, missingSentence, rankOfId, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Place } from "../../domain/places.ts";
import { absoluteUrl } from "../../domain/site.ts";
import { namedDate, type Review } from "../../domain/review.ts";
import { snapshotFor } from "../../domain/snapshot/snapshot.ts";
import { respondReview, statusOf } from "../answer/respond_review.ts";
import { previewPath } from "./frame/assets.ts";
import { refuse, withPageSnapshot } from "./frame/error_page.ts";
import { authorName, phrase, starsOf, timeOf } from "./frame/formats.ts";
import { jsonAlternate, jsonLd, type Markup, markup, NOTHING } from "./frame/markup.ts";
import { type DataContext, pageContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { pageVary } from "./frame/page_headers.ts";
import { respondMadePage } from "./frame/respond_page.ts";
import { filled } from "./language/page_language.ts";
import { contactLink } from "./parts/contact.ts";
import { clippedText, withoutBlankLines } from "./parts/prose.ts";
import { disclosuresOf, languageOfText, mentionsOf, originOf, photosOf, replyOf } from "./parts/review_card.ts";
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
  const { snapshot, snapshot: { business }, formats, site } = context;
  const { words } = formats;
  const stars = filled(words.out_of_5, { stars: formats.number(review.rating) });
  const { text } = review;
  const author = authorName(formats, review.author);
  const beginning = text === null ? words.no_words : clippedText(text, MOST_DESCRIPTION) ?? text;
  return pageFrame(context, {
    title: filled(words.review_title, { stars, author }),
    description: filled(words.review_described, { author, name: business.name, stars, text: beginning }),
    path: `/reviews/${review.id}`,
    section: "/",
    isListed: isFor("search_engines"),
    head: markup`${isFor("api") ? jsonAlternate(`/api/reviews/${review.id}`) : NOTHING}${
      business.sample || !isOwnReview(review) || !isFor("search_engines")
        ? NOTHING
        : jsonLd(reviewData(business, review, site, previewPath(snapshot)))
    }`,
    main: (
      <article class="one" data-translate={words.translate}>
        <header>
          {starsOf(formats, review.rating)}
          <h1 class="small">
            {phrase(words.review_heading, { author: <bdi>{author}</bdi>, name: <bdi>{business.name}</bdi> })}
          </h1>
          <p class="quiet by">
            {originOf(context, review)}
            {timeOf(formats, namedDate(review))}
          </p>
          {disclosuresOf(context, review)}
        </header>
        <p class="text" dir="auto" lang={text === null ? undefined : languageOfText(context, text)}>
          {text === null ? words.no_words : withoutBlankLines(text, "\n\n")}
        </p>
        {photosOf(context, review)}
        {replyOf(context, review, (text) => <p class="text" dir="auto">{withoutBlankLines(text, "\n\n")}</p>)}
        {mentionsOf(context, review)}
        <p class="paging">
          <a class="button" href="/#reviews">{words.all_reviews}</a>{" "}
          <button type="button" data-share data-copied={words.copied} hidden>{words.share}</button>{" "}
          {reportLink(context, review)}
        </p>
      </article>
    ),
  });
}

/**
 * Link to where the platform of a review takes reports, else to where the business does: with the address of the review
 * where that is an e-mail.
 */
function reportLink({ snapshot: { business }, formats: { words }, site }: DataContext, review: Review): Markup {
  const contact = reportContact(business);
  const link = platformReport(review) ?? (contact === null ? null : contactLink(contact));
  if (link === null) return NOTHING;
  const url = absoluteUrl(site, `/reviews/${review.id}`);
  const query = link.startsWith("mailto:")
    ? `?subject=${encodeURIComponent(words.report_review)}&body=${encodeURIComponent(url)}`
    : "";
  return <a href={link + query} rel="nofollow noopener">{words.report_review}</a>;
}
