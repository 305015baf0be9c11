import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { newestIds } from "../answers/reviews_by_id.ts";
import type { TemplateResource } from "./template_resource.ts";

const MOST_COMPLETED = 100;

/** `reviews://review/{id}`: one review in full. */
export const REVIEW_RESOURCE: TemplateResource = {
  name: "review",
  uriTemplate: "reviews://review/{id}",
  title: "A review",
  description: "One review in full, by its id.",
  ids: (snapshot) => newestIds(snapshot, MOST_COMPLETED),
  read: (snapshot, id) => reviewById(snapshot, id.toUpperCase()),
};
