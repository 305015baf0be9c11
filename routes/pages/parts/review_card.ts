import { isShownPhoto } from "../../../domain/page_settings.ts";
import { ENGLISH, languageOf, UNKNOWN } from "../../../domain/insights/text/language_of.ts";
import { namedDate, platformOf, type Review, UNNAMED_INCENTIVE } from "../../../domain/review.ts";
import { authorName, phrase, timeOf } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";
import { sourceInWords } from "./rating_figures.ts";

/**
 * Where a review comes from: the name of its platform, with a link to the review there, and who vouches for it where that
 * is not plain from the name. Ends with a separator before the day.
 *
 * @param isStated Whether the list already says that the business alone vouches.
 */
export function originOf({ formats: { words } }: DataContext, review: Review, isStated = false): Markup {
  const { source_url: url, verification } = review;
  // A review without platform may still have a link.
  const platform = platformOf(review) ?? (url === null ? null : new URL(url).host);
  const shown = platform === null ? NOTHING : markup`<bdi>${sourceInWords(words, platform)}</bdi>`;
  const name = url === null ? shown : markup`<a href="${url}" rel="nofollow noopener">${shown}</a>`;
  const isTheirs = platform !== null && platform.toLowerCase() !== "website";
  const sign = verification === "platform" && platform !== null || verification === "business" && isStated
    ? null
    : verification === "invitation" && isTheirs
    ? phrase(words.vouched_by, { platform: shown })
    : markup`${words[`vouched_${verification}`]}`;
  return markup`${platform === null ? NOTHING : markup`${name} · `}${sign === null ? NOTHING : markup`${sign} · `}`;
}

// In doubt a text counts as English.
const SURELY_ENGLISH = /\b(?:and|for|is|the|to|very|with)\b/i;

/** Language of a review's text (BCP 47), where it is known and not that of the page. */
export function languageOfText({ formats }: DataContext, text: string): string | undefined {
  const language = languageOf(text);
  const isKnown = language === ENGLISH ? SURELY_ENGLISH.test(text) : !language.startsWith(UNKNOWN);
  return isKnown && language !== formats.language ? language : undefined;
}

/** States the author's tie to the business and the incentive for a review, as far as they are known. */
export function disclosuresOf(context: DataContext, review: Review): Markup {
  const { relation } = review;
  const reward = rewardOf(context, review);
  if (relation === undefined) return reward;
  return markup`<p class="reward">${context.formats.words[`relation_${relation}`]}</p>${reward}`;
}

function rewardOf({ formats: { words } }: DataContext, { incentive }: Review): Markup {
  if (incentive === null) return NOTHING;
  const what = incentive === UNNAMED_INCENTIVE
    ? markup`${words.rewarded_somehow}`
    : phrase(words.rewarded, { what: markup`<bdi>${incentive}</bdi>` });
  return markup`<p class="quiet reward">${what}</p>`;
}

/**
 * Reply of the business to a review; nothing without one.
 *
 * @param written Paragraph with the text of the reply.
 */
export function replyOf(
  { snapshot, formats, formats: { words } }: DataContext,
  review: Review,
  written: (text: string) => Markup,
  day = formats.day,
): Markup {
  const { owner_reply: reply } = review;
  if (reply === null) return NOTHING;
  const name = markup`<bdi>${snapshot.business.name}</bdi>`;
  const heading = phrase(words.replied, { name, day: timeOf(formats, namedDate(review, reply.date), day) });
  return markup`<div class="reply"><p class="quiet">${heading}</p>${written(reply.text)}</div>`;
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
    const label = filled(formats.words.photo_by, {
      number: formats.number(at + 1),
      author: authorName(formats, author),
    });
    return markup`<li><a href="${url}" rel="nofollow noopener noreferrer"><img src="${url}" alt="${label}" width="96" height="96" loading="lazy" decoding="async" referrerpolicy="no-referrer"></a></li>\n`;
  });
  return markup`<ul class="photos">\n${items}</ul>`;
}

/**
 * Technicians and services that a review mentions, with links to their pages. On the card of a list these are no stops of
 * the tabulator key: a list has many of them, and the page of the review has each as a stop.
 */
export function mentionsOf(
  { snapshot: { business }, formats }: DataContext,
  { mentioned_technicians, mentioned_services }: Review,
  isListed = false,
): Markup {
  const link = (path: string, label: string) =>
    markup`<li><a href="${path}"${isListed ? markup` tabindex="-1"` : NOTHING}><bdi>${label}</bdi></a></li>`;
  const links = [
    ...mentioned_technicians.map((name) => {
      const id = business.technicians.find((technician) => technician.name === name)?.id ?? name;
      return link(`/technicians/${encodeURIComponent(id)}`, name);
    }),
    ...mentioned_services.map((id) =>
      link(`/services/${encodeURIComponent(id)}`, business.services.find((service) => service.id === id)?.label ?? id)
    ),
  ];
  return links.length === 0 ? NOTHING : markup`<ul class="tags" aria-label="${formats.words.mentions}">${links}</ul>`;
}
