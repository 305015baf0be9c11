import { type Markup, markup } from "../frame/markup.ts";
import type { PageContext } from "../frame/page_context.ts";
import { filled } from "../words/page_language.ts";

/** How many mentions are of which opinion. */
export interface OpinionCounts {
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** A bar divided into positive, neutral and negative; the figures stand beside it. */
export function opinionBar({ positive_count, neutral_count, negative_count }: OpinionCounts): Markup {
  const total = Math.max(1, positive_count + neutral_count + negative_count);
  let from = 0;
  const part = (name: string, count: number) => {
    const width = Math.round(count / total * 1000) / 10;
    const x = from;
    from += width;
    return markup`<rect class="${name}" x="${Math.round(x * 10) / 10}" width="${width}" height="8"/>`;
  };
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${
    part("good", positive_count)
  }${part("mid", neutral_count)}${part("bad", negative_count)}</svg>`;
}

/** How many reviews say one thing of an aspect, leading to these reviews where there are any. */
export function opinionCount(
  { formats, href }: PageContext,
  aspect: OpinionCounts & { readonly id: string },
  sentiment: "positive" | "neutral" | "negative",
  /** A text with the figure at `{count}`; where a heading says it all, the figure alone. */
  text = "{count}",
): Markup {
  const count = aspect[`${sentiment}_count`];
  const written = filled(text, { count: formats.number(count) });
  if (count === 0) return markup`${written}`;
  const query = `aspect=${encodeURIComponent(aspect.id)}&sentiment=${sentiment}`;
  return markup`<a href="${href(`/?${query}`)}#reviews">${written}</a>`;
}
