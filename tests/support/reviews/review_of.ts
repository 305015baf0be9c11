import type { Review } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/ulid.ts";

/** A valid review; tests only give the members that matter. */
export function reviewOf(members: Partial<Review> & { readonly native?: string } = {}): Review {
  const { native = "1", ...given } = members;
  return {
    id: reviewId(["test", native]),
    author: "Ada",
    author_avatar_url: null,
    rating: 5,
    date: "2026-05-14",
    text: "Good work.",
    source: "test",
    source_url: null,
    owner_reply: null,
    verified: true,
    mentioned_technicians: [],
    mentioned_services: [],
    ...given,
  };
}
