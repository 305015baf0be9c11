import { reviewById } from "../../../domain/queries/snapshot_reviews.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted } from "../frame/words.ts";

const MOST_SHOWN = 4;

/**
 * Links to reviews by the names of their authors.
 *
 * @param subject What the reviews are examples of.
 */
export function exampleLinks(
  { snapshot, href, formats }: DataContext,
  ids: readonly string[],
  subject: string,
): Markup {
  const reviews = ids.slice(0, MOST_SHOWN).flatMap((id) => reviewById(snapshot, id) ?? []);
  if (reviews.length === 0) return NOTHING;
  const more = ids.length - reviews.length;
  return markup`<p class="examples quiet">Reviews<span class="hidden"> on ${subject}</span>: ${
    reviews.map(({ id, author }, at) =>
      markup`${at === 0 ? "" : ", "}<a href="${href(`/reviews/${id}`)}"><bdi>${author}</bdi></a>`
    )
  }${more > 0 ? ` and ${counted(formats, more, "more", "more")}` : ""}</p>`;
}
