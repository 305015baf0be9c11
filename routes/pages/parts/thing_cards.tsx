import type { EntityInsight } from "../../../domain/documents/insights_document.ts";
import { counted } from "../frame/formats.ts";
import type { Markup } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";

/** People or services as cards: a link to the page of each, with its stars and the number of its reviews. */
export function thingCards(
  { formats }: DataContext,
  kind: "technicians" | "services",
  things: readonly Pick<EntityInsight, "id" | "label" | "mention_count" | "average_rating">[],
  /** Class of the list. */
  className: string,
  /** Further content of a card. */
  more: readonly Markup[] = [],
): Markup {
  return (
    <ul class={className}>
      {things.map(({ id, label, mention_count, average_rating: mean }, at) => {
        const reviews = counted(formats, mention_count, "review").replaceAll(" ", "\u00a0");
        return (
          <li class="card">
            <a href={`/${kind}/${encodeURIComponent(id)}`}>
              <bdi>{label}</bdi>
            </a>{" "}
            <span class="quiet">
              {mean === null
                ? reviews
                : filled(formats.words.stars_and_reviews, { stars: formats.stars(mean), reviews })}
            </span>
            {more[at]}
          </li>
        );
      })}
    </ul>
  );
}
