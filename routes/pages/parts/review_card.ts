import { platformOf, type Review, UNNAMED_INCENTIVE } from "../../../domain/review.ts";
import { phrase, starsOf, timeOf } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { clippedText } from "./prose.ts";

/** Maximum number of characters of a review in a list; keeps a page of twenty small. */
export const MOST_CARD_TEXT = 700;

const MOST_REPLY = 400;

/** Card of one review in a list; long texts are cut, and the review's page has the whole. */
export function reviewCard(context: DataContext, review: Review): Markup {
  const { formats, href } = context;
  const { words } = formats;
  const path = href(`/reviews/${review.id}`);
  const { text } = review;
  const platform = platformOf(review);
  return markup`<li class="review">
<article>
<header>
${starsOf(formats, review.rating)}
<h3><a href="${path}"><bdi>${review.author}</bdi></a></h3>
<p class="quiet">${timeOf(formats, review.date)}${
    platform === null
      ? NOTHING
      : markup`, ${phrase(words.on_platform, { platform: markup`<bdi class="source">${platform}</bdi>` })}`
  }, ${words[`vouched_${review.verification}`]}</p>
${rewardOf(context, review)}
</header>
${
    text === null ? markup`<p class="quiet">${words.no_words}</p>` : clipped(
      text,
      MOST_CARD_TEXT,
      markup`<a href="${path}">${words.read_all}<span class="hidden">: ${review.author}</span></a>`,
    )
  }
${replyOf(context, review, path)}
${mentionsOf(context, review)}
</article>
</li>
`;
}

/** Says what a reviewer got for a review; nothing where the source names nothing. */
export function rewardOf({ formats: { words } }: DataContext, { incentive }: Review): Markup {
  if (incentive === null) return NOTHING;
  const what = incentive === UNNAMED_INCENTIVE
    ? markup`${words.rewarded_somehow}`
    : phrase(words.rewarded, { what: markup`<bdi>${incentive}</bdi>` });
  return markup`<p class="quiet reward">${what}</p>`;
}

function replyOf({ snapshot, formats }: DataContext, { owner_reply: reply }: Review, path: string): Markup {
  if (reply === null) return NOTHING;
  return markup`<div class="reply">
<p class="quiet">${
    phrase(formats.words.replied, {
      name: markup`<bdi>${snapshot.business.name}</bdi>`,
      day: timeOf(formats, reply.date),
    })
  }</p>
${clipped(reply.text, MOST_REPLY, markup`<a href="${path}">${formats.words.read_reply}</a>`)}
</div>`;
}

function clipped(text: string, most: number, more: Markup): Markup {
  const beginning = clippedText(text, most);
  if (beginning === null) return markup`<p class="text" dir="auto">${text}</p>`;
  return markup`<p class="text" dir="auto">${beginning}…</p>\n<p>${more}</p>`;
}

/** Technicians and services that a review mentions, with links to their pages. */
export function mentionsOf({ snapshot: { business }, href, formats }: DataContext, review: Review): Markup {
  const technicians = review.mentioned_technicians.map((name) => {
    const id = business.technicians.find((technician) => technician.name === name)?.id ?? name;
    return markup`<li><a href="${href(`/technicians/${encodeURIComponent(id)}`)}"><bdi>${name}</bdi></a></li>`;
  });
  const services = review.mentioned_services.map((id) => {
    const label = business.services.find((service) => service.id === id)?.label ?? id;
    return markup`<li><a href="${href(`/services/${encodeURIComponent(id)}`)}"><bdi>${label}</bdi></a></li>`;
  });
  if (technicians.length + services.length === 0) return NOTHING;
  return markup`<ul class="tags" aria-label="${formats.words.mentions}">${technicians}${services}</ul>`;
}
