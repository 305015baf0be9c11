import { reviewById } from "../../../domain/queries/snapshot_reviews.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../words/page_language.ts";
import { shortName } from "./clip_text.ts";

/**
 * Links to reviews by the names of their authors.
 *
 * @param subject What the reviews are examples of; there may be more of them.
 * @param most How many are shown.
 */
export function exampleLinks(
  { snapshot, href, formats: { words } }: DataContext,
  ids: readonly string[],
  subject: string,
  most = 4,
): Markup {
  const reviews = ids.slice(0, most).flatMap((id) => reviewById(snapshot, id) ?? []);
  if (reviews.length === 0) return NOTHING;
  return markup`<p class="examples quiet">${words.examples}<span class="hidden"> ${
    filled(words.examples_of, { subject })
  }</span> ${
    reviews.map(({ id, author }, at) =>
      markup`${at === 0 ? "" : ", "}<a href="${href(`/reviews/${id}`)}"><bdi>${shortName(author)}</bdi></a>`
    )
  }</p>`;
}
