import { isShownPhoto } from "../../../domain/page_settings.ts";
import { platformOf, type Review, UNNAMED_INCENTIVE } from "../../../domain/review.ts";
import { queryPattern } from "../../../domain/search/text_index.ts";
import { phrase, starsOf, timeOf } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { clippedText } from "./prose.ts";

/** Maximum number of characters of a review in a list; keeps a page of twenty small. */
export const MOST_CARD_TEXT = 700;

const MOST_REPLY = 400;
const MOST_CARD_PHOTOS = 4;
const MOST_BEFORE = 200;
// About three lines of a phone.
const SHORT_TEXT = 130;

/**
 * Card of one review in a list; long texts are cut, and the review's page has the whole.
 * @param query Searched text; all its occurrences are marked.
 */
export function reviewCard(context: DataContext, review: Review, query?: string): Markup {
  const { formats } = context;
  const { words } = formats;
  const path = `/reviews/${review.id}`;
  const { text } = review;
  const platform = platformOf(review);
  const by = markup`<span class="hidden">: ${review.author}</span>`;
  return markup`<li class="review">
<article>
<header>
${starsOf(formats, review.rating)}
<h3><a href="${path}"><bdi>${review.author}</bdi></a></h3>
<p class="quiet by">${timeOf(formats, review.date, formats.shortDay(review.date))}${
    platform === null ? NOTHING : markup` · <bdi class="source">${platform}</bdi>`
  } · ${words[`vouched_${review.verification}`]}</p>
${rewardOf(context, review)}
</header>
${
    text === null
      ? markup`<p class="quiet">${words.no_words}</p>`
      : query !== undefined
      ? foundText(text, query)
      : clipped(text, MOST_CARD_TEXT, markup`<a href="${path}">${words.read_all}${by}</a>`)
  }
${
    query === undefined && isLong(text ?? "") || review.owner_reply !== null
      ? markup`<p class="whole"><a href="${path}">${
        review.owner_reply === null ? words.read_all : words.read_with_reply
      }${by}</a></p>`
      : NOTHING
  }
${photosOf(context, review, MOST_CARD_PHOTOS)}
${replyOf(context, review, path)}
${mentionsOf(context, review)}
</article>
</li>
`;
}

/** States the incentive for a review; nothing if the source states none. */
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
  const kind = isLong(text) ? "text long" : "text";
  const beginning = clippedText(text, most);
  if (beginning === null) return markup`<p class="${kind}" dir="auto">${text}</p>`;
  return markup`<p class="${kind}" dir="auto">${beginning}…</p>\n<p class="rest">${more}</p>`;
}

function foundText(text: string, query: string): Markup {
  const pattern = queryPattern(query);
  const first = Math.max(0, text.search(pattern));
  const from = first + query.length < MOST_CARD_TEXT ? 0 : text.indexOf(" ", first - MOST_BEFORE) + 1;
  const rest = text.slice(from);
  const shown = clippedText(rest, MOST_CARD_TEXT);
  // Every second piece is a match.
  const pieces = (shown ?? rest).split(pattern).map((piece, at) =>
    at % 2 === 0 ? piece : markup`<mark>${piece}</mark>`
  );
  return markup`<p class="text" dir="auto">${from === 0 ? "" : "…"}${pieces}${shown === null ? "" : "…"}</p>`;
}

/** Whether a phone shows only the beginning of a text in a list; the stylesheet cuts it after three lines. */
function isLong(text: string): boolean {
  return text.length > SHORT_TEXT || text.split("\n").length > 3;
}

/** Photos of a review from hosts that the operator allows, each a link to itself. */
export function photosOf(
  { snapshot, formats }: DataContext,
  { attributes, author }: Review,
  most = Infinity,
): Markup {
  const { photoHosts } = snapshot.pages;
  const photos = (attributes?.photos ?? []).filter((url) => isShownPhoto(url, photoHosts)).slice(0, most);
  if (photos.length === 0) return NOTHING;
  const items = photos.map((url, at) => {
    const label = filled(formats.words.photo_by, { number: formats.number(at + 1), author });
    return markup`<li><a href="${url}" rel="nofollow noopener noreferrer"><img src="${url}" alt="${label}" width="96" height="96" loading="lazy" decoding="async" referrerpolicy="no-referrer"></a></li>\n`;
  });
  return markup`<ul class="photos">\n${items}</ul>`;
}

/** Technicians and services that a review mentions, with links to their pages. */
export function mentionsOf({ snapshot: { business }, formats }: DataContext, review: Review): Markup {
  const technicians = review.mentioned_technicians.map((name) => {
    const id = business.technicians.find((technician) => technician.name === name)?.id ?? name;
    return markup`<li><a href="/technicians/${encodeURIComponent(id)}"><bdi>${name}</bdi></a></li>`;
  });
  const services = review.mentioned_services.map((id) => {
    const label = business.services.find((service) => service.id === id)?.label ?? id;
    return markup`<li><a href="/services/${encodeURIComponent(id)}"><bdi>${label}</bdi></a></li>`;
  });
  if (technicians.length + services.length === 0) return NOTHING;
  return markup`<ul class="tags" aria-label="${formats.words.mentions}">${technicians}${services}</ul>`;
}
