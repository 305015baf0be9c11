import { namedThings } from "../../../domain/queries/named_things.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { counted } from "../frame/words.ts";
import { filled } from "../words/page_language.ts";

const MOST_SHOWN = 12;

/** The technicians or services that reviews mention, most mentioned first, each leading to its page. */
export function namedThingList(
  { snapshot, href, formats }: DataContext,
  kind: "technicians" | "services",
  heading: string,
): Markup {
  const things = namedThings(snapshot, kind).flatMap(({ id, label, insight }) =>
    insight === null || insight.mention_count === 0 ? [] : [{ ...insight, id, label }]
  ).toSorted((a, b) => b.mention_count - a.mention_count).slice(0, MOST_SHOWN);
  if (things.length === 0) return NOTHING;
  const reviews = (count: number) => counted(formats, count, "review").replaceAll(" ", "\u00a0");
  const items = things.map(({ id, label, mention_count, average_rating }) =>
    markup`<li><a href="${href(`/${kind}/${encodeURIComponent(id)}`)}"><bdi>${label}</bdi></a><span class="quiet">${
      average_rating === null ? reviews(mention_count) : filled(formats.words.stars_and_reviews, {
        stars: formats.stars(average_rating),
        reviews: reviews(mention_count),
      })
    }</span></li>\n`
  );
  return markup`<section class="part" aria-labelledby="${kind}">
<h2 id="${kind}">${heading}</h2>
<ul class="things">
${items}</ul>
</section>`;
}
