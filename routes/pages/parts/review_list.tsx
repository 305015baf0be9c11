import { namedDate, type Review } from "../../../domain/review.ts";
import { getOrMake } from "../../../domain/get_or_make.ts";
import { languageOf } from "../../../domain/insights/text/language_of.ts";
import type { SearchCriteria } from "../../../domain/search/search_index.ts";
import { foundPattern, type FoundTexts } from "../../../domain/search/word_search.ts";
import { authorName, capital, initialOf, starsOf, timeOf } from "../frame/formats.ts";
import { type Markup, NOTHING } from "../frame/markup.ts";
import type { DataContext } from "../frame/page_context.ts";
import { clippedText, withoutBlankLines } from "./prose.ts";
import { disclosuresOf, languageOfText, mentionsOf, originOf, photosOf, replyOf } from "./review_card.ts";

/** Maximum number of characters of a review in a list; keeps a page of twenty small. */
export const MOST_CARD_TEXT = 700;

const MOST_REPLY = 400;
const MOST_CARD_PHOTOS = 4;
const MOST_BEFORE = 200;
// About four lines of a phone, and of wider screens.
const [SHORT_TEXT, WIDE_TEXT] = [170, 320];
const MOST_LINES = 4;

/**
 * List of reviews as cards, headed by who vouches for them if that is the business alone for all. Long texts are cut,
 * and the review's page has the whole.
 *
 * @param found What a search looked for in texts, or what the reviews are about. Found words are marked. The texts are
 * not folded, because what they are shown for may be at their end.
 */
export function reviewList(context: DataContext, reviews: readonly Review[], found: Found = {}): Markup {
  const { snapshot, formats: { words } } = context;
  if (reviews.length === 0) return NOTHING;
  const isStated = reviews.every(({ verification }) => verification === "business");
  const patterns = new Map<string, RegExp>();
  const isFolded = Object.values(found).every((value) => value === undefined);
  const patternOf = (text: string | null) => {
    if (text === null || (found.query ?? found.words) === undefined) return null;
    const language = languageOf(text);
    return getOrMake(patterns, language, () => foundPattern(snapshot.search, found, language));
  };
  return (
    <>
      {isStated && (
        <p class="quiet vouched">
          <a href="/policy">{capital(words.vouched_business)}</a>
        </p>
      )}
      <ol class="reviews" data-translate={words.translate}>
        {reviews.map((review) => reviewCard(context, review, { isStated, isFolded, pattern: patternOf(review.text) }))}
      </ol>
    </>
  );
}

/** What reviews were found by: texts, subjects or names. */
type Found = FoundTexts & Pick<Partial<SearchCriteria>, "aspect" | "problem" | "technicians" | "services">;

function reviewCard(
  context: DataContext,
  review: Review,
  { isStated, isFolded, pattern }: {
    readonly isStated: boolean;
    readonly isFolded: boolean;
    readonly pattern: RegExp | null;
  },
): Markup {
  const { formats } = context;
  const { words } = formats;
  const path = `/reviews/${review.id}`;
  const { owner_reply: reply } = review;
  const author = authorName(formats, review.author);
  const text = review.text === null ? null : withoutBlankLines(review.text);
  const language = text === null ? undefined : languageOfText(context, text);
  // The script opens the card in its place, if all of it is there.
  const isWhole = (text?.length ?? 0) <= MOST_CARD_TEXT && (reply?.text.length ?? 0) <= MOST_REPLY;
  const texts = [isFolded || !isWhole ? text ?? "" : "", reply?.text ?? ""];
  return (
    <li class="review card">
      <article>
        <header>
          <span class="avatar" aria-hidden="true">{initialOf(author)}</span>
          <div>
            <h3>
              <a href={path}>
                <bdi>{author}</bdi>
              </a>
            </h3>
            <p class="quiet by">
              {originOf(context, review, isStated)}
              {timeOf(formats, namedDate(review), formats.shortDay)}
            </p>
          </div>
          {starsOf(formats, review.rating)}
        </header>
        {disclosuresOf(context, review)}
        {text === null
          ? null
          : pattern === null
          ? clipped(text, MOST_CARD_TEXT, isFolded, language)
          : foundText(text, pattern, language)}
        {photosOf(context, review, MOST_CARD_PHOTOS)}
        {replyOf(context, review, (text) => clipped(withoutBlankLines(text), MOST_REPLY, true), formats.shortDay)}
        {texts.some((text) => isLong(text)) && (
          <p class={texts.some((text) => isLong(text, WIDE_TEXT)) ? "whole" : "whole narrow"}>
            <a href={path} data-less={isWhole ? words.read_less : undefined}>
              {words.read_all}
              <span class="hidden">: {author}</span>
            </a>
          </p>
        )}
        {mentionsOf(context, review, true)}
      </article>
    </li>
  );
}

function clipped(text: string, most: number, isFolded: boolean, language?: string): Markup {
  const beginning = clippedText(text, most);
  return (
    <p class={isFolded && isLong(text) ? "text long" : "text"} dir="auto" lang={language}>
      {beginning === null ? text : `${beginning}…`}
    </p>
  );
}

function foundText(text: string, pattern: RegExp, language?: string): Markup {
  const { index: first, 0: match } = text.matchAll(pattern).next().value ?? { index: 0, 0: "" };
  const from = first + match.length < MOST_CARD_TEXT ? 0 : text.indexOf(" ", first - MOST_BEFORE) + 1;
  const rest = text.slice(from);
  const shown = clippedText(rest, MOST_CARD_TEXT);
  return (
    <p class="text" dir="auto" lang={language}>
      {from === 0 ? "" : "…"}
      {/* Every second piece is a match. */}
      {(shown ?? rest).split(pattern).map((piece, at) => at % 2 === 0 ? piece : <mark>{piece}</mark>)}
      {shown === null ? "" : "…"}
    </p>
  );
}

/** Whether a list shows only the beginning of a text; the stylesheet cuts it after four lines. */
function isLong(text: string, short = SHORT_TEXT): boolean {
  return text.length > short || text.split("\n").length > MOST_LINES;
}
