import { reviewById } from "../../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../../domain/review.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { phrase, timeOf } from "../frame/words.ts";
import { filled } from "../words/page_language.ts";
import { shortName } from "./clip_text.ts";

/**
 * Links to reviews by the names of their authors. Of authors with one name the days are told as well, or alone where all
 * have it: "Anonymous, Anonymous" leads nobody anywhere.
 *
 * @param subject What the reviews are examples of; there may be more of them.
 * @param most How many are shown.
 */
export function exampleLinks(
  { snapshot, href, formats }: DataContext,
  ids: readonly string[],
  subject: string,
  most = 4,
): Markup {
  const { words } = formats;
  const reviews = ids.slice(0, most).flatMap((id) => reviewById(snapshot, id) ?? []);
  if (reviews.length === 0) return NOTHING;
  const names = reviews.map(({ author }) => author);
  const isOneName = reviews.length > 1 && names.every((name) => name === names[0]);
  const textOf = ({ author, date }: Review) => {
    const name = markup`<bdi>${shortName(author)}</bdi>`;
    if (isOneName) return timeOf(formats, date);
    return names.indexOf(author) === names.lastIndexOf(author) ? name : markup`${name} (${timeOf(formats, date)})`;
  };
  const of = markup`<span class="hidden">${filled(words.examples_of, { subject })}</span>`;
  return markup`<p class="examples quiet">${phrase(words.examples, { of })} ${
    reviews.map((review, at) =>
      markup`${at === 0 ? "" : ", "}<a href="${href(`/reviews/${review.id}`)}">${textOf(review)}</a>`
    )
  }</p>`;
}
