import type { OpenAPIHono } from "@hono/zod-openapi";
import { html } from "hono/html";
import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { ratingText, type Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { respond } from "../answer/respond.ts";
import { noReview, respondReview } from "../answer/respond_review.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import { prefersType } from "../request/prefers_type.ts";
import type { Services } from "../services.ts";
import { page } from "./page.ts";

const VARY = "Accept, Accept-Encoding";

/**
 * Registers GET `/reviews/{id}`, the page of one review, to which feed items link. A client that prefers JSON gets the
 * answer of `/api/reviews/{id}`.
 */
export function registerReviewPage(app: OpenAPIHono, services: Services): void {
  app.get("/reviews/:id", ({ req }) =>
    withSnapshot(services, async (snapshot) => {
      const id = req.param("id");
      if (prefersType(req.raw.headers.get("accept"), "application/json", "text/html")) {
        return respondReview(req.raw, snapshot, id, services.site, { vary: VARY });
      }
      const review = reviewById(snapshot, id);
      if (review === null) return noReview();
      return respond(req.raw, await reviewPage(snapshot, review));
    }));
}

function reviewPage({ business, lastModified }: Snapshot, review: Review) {
  const stars = ratingText(review.rating);
  const reply = review.owner_reply;
  const source = review.source_url === null
    ? html`${review.source}`
    : html`<a href="${review.source_url}" rel="nofollow noopener">${review.source}</a>`;
  return page(
    `${stars}, by ${review.author} – ${business.name}`,
    html`<article>
<h1>${business.name}, reviewed by ${review.author}</h1>
<p><span class="stars" aria-hidden="true">${"★".repeat(review.rating)}${
      "☆".repeat(5 - review.rating)
    }</span> ${stars}</p>
<p class="text" dir="auto">${review.text ?? "A rating without words."}</p>
<p class="quiet"><time datetime="${review.date}">${review.date}</time>, from ${source}</p>
${
      reply === null ? "" : html`
        <blockquote>
          <p class="text" dir="auto">${reply.text}</p>
          <p class="quiet">Reply of ${business.name}, <time datetime="${reply.date}">${reply.date}</time></p>
        </blockquote>
      `
    }
</article>`,
    lastModified,
    VARY,
  );
}
