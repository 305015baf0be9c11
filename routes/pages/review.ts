import type { OpenAPIHono } from "@hono/zod-openapi";
import { html } from "hono/html";
import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { ratingText, type Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { problemResponse } from "../answer/problem_response.ts";
import { respond } from "../answer/respond.ts";
import { withSnapshot } from "../answer/with_snapshot.ts";
import type { Services } from "../services.ts";
import { page } from "./page.ts";

/** Registers GET `/reviews/{id}`, the page of one review, to which feed items link. */
export function registerReviewPage(app: OpenAPIHono, services: Services): void {
  app.get("/reviews/:id", ({ req }) =>
    withSnapshot(services, async (snapshot) => {
      const review = reviewById(snapshot, req.param("id"));
      if (review === null) return problemResponse(404, "There is no review with this id.");
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
  );
}
