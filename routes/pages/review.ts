import type { OpenAPIHono } from "@hono/zod-openapi";
import { reviewData } from "../../domain/documents/structured_data.ts";
import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { ratingText, type Review } from "../../domain/review.ts";
import { noReview, respondReview } from "../answer/respond_review.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import { prefersType } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";
import { jsonLd, type Markup, markup, NOTHING } from "./frame/markup.ts";
import type { DataContext } from "./frame/page_context.ts";
import { pageFrame } from "./frame/page_frame.ts";
import { PAGE_VARY, respondPreparedPage } from "./frame/respond_page.ts";

/**
 * Registers GET `/reviews/{id}`, the page of one review, to which feed items link. A client that prefers JSON gets the
 * answer of `/api/reviews/{id}`.
 */
export function registerReviewPage(app: OpenAPIHono, services: Services): void {
  app.get("/reviews/:id", ({ req }) =>
    withSnapshot(services, (snapshot): Response | Promise<Response> => {
      const id = req.param("id");
      if (prefersType(req.raw.headers.get("accept"), "application/json", "text/html")) {
        return respondReview(req.raw, snapshot, id, services.site, { vary: PAGE_VARY });
      }
      const review = reviewById(snapshot, id);
      if (review === null) return noReview();
      return respondPreparedPage(req.raw, services, req.path, (context) => reviewPage(context, review));
    }));
}

function reviewPage(context: DataContext, review: Review): Markup {
  const { snapshot: { business }, formats, site } = context;
  const stars = ratingText(review.rating);
  const { owner_reply: reply, source_url } = review;
  const day = (date: string) => markup`<time datetime="${date}">${formats.day(date)}</time>`;
  const source = source_url === null
    ? review.source
    : markup`<a href="${source_url}" rel="nofollow noopener">${review.source}</a>`;
  return pageFrame(context, {
    title: `${stars}, by ${review.author}`,
    description: `${review.author} gave ${business.name} ${stars}.`,
    path: `/reviews/${review.id}`,
    section: "/",
    head: jsonLd(reviewData(business, review, site)),
    main: markup`<article>
<h1>${business.name}, reviewed by ${review.author}</h1>
<p class="stars">${stars}</p>
<p class="text" dir="auto">${review.text ?? "A rating without words."}</p>
<p class="quiet">${day(review.date)}, from ${source}</p>
${
      reply === null ? NOTHING : markup`<blockquote>
<p class="text" dir="auto">${reply.text}</p>
<p class="quiet">Reply of ${business.name}, ${day(reply.date)}</p>
</blockquote>`
    }
</article>`,
  });
}
