// Parts of pages that show reviews.

import type { Child } from "hono/jsx";
import type { PublishedFigures } from "../../cli/import/published_figures.ts";
import { replyHosts } from "../../cli/programs.ts";
import type { StoredReview } from "../../cli/review/stored_reviews.ts";
import { platformOf, type Review, type WithheldReason } from "../../domain/review.ts";
import { starsOf } from "../../routes/pages/frame/formats.ts";
import type { Talk } from "../language/admin_language.ts";
import { useTalk } from "./page.tsx";
import type { Visit } from "./screen.ts";

/** Reviews below a heading. */
export function ReviewList({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <>
      <h2>{title}</h2>
      <ul class="reviews">{children}</ul>
    </>
  );
}

/** A review in a list. `children` follow its words. */
export function ReviewCard({ review, mark, link, children }: {
  readonly review: Review;
  /** Its state in a word, unless it is published. */
  readonly mark?: string | null;
  /** Whether its name leads to its page. */
  readonly link?: boolean;
  readonly children?: Child;
}) {
  const { formats, words } = useTalk();
  const platform = platformOf(review);
  const name = <bdi>{review.author}</bdi>;
  return (
    <li class="review">
      {/* Open: on phones the public pages hide replies. */}
      <article class="open">
        <header>
          {starsOf(formats, review.rating)}
          <h3>{link ? <a href={`/reviews/${review.id}`}>{name}</a> : name}</h3>
          {mark == null ? null : <span class="mark">{mark}</span>}
          <p class="quiet by">
            <time datetime={review.date}>{formats.shortDay(review.date)}</time>
            {platform === null ? null : (
              <>
                {" · "}
                <bdi class="source">{platform}</bdi>
              </>
            )}
          </p>
        </header>
        {review.text === null ? <p class="quiet">{words.no_words}</p> : <p class="text" dir="auto">{review.text}</p>}
        {children}
      </article>
    </li>
  );
}

/** Stored reviews, whose heading is only heard. */
export function StoredCards({ visit, all }: { readonly visit: Visit; readonly all: readonly StoredReview[] }) {
  return (
    <>
      <h2 class="hidden">{visit.talk.words.nav_reviews}</h2>
      <ul class="reviews">{all.map((one) => <StoredCard visit={visit} one={one} />)}</ul>
    </>
  );
}

/** A stored review with its reply, and the way to answer it. */
export function StoredCard(
  { visit, one, link = false }: { readonly visit: Visit; readonly one: StoredReview; readonly link?: boolean },
) {
  const { talk, talk: { words, formats } } = visit;
  const { review, mark } = one;
  const { owner_reply: reply } = review;
  const state = { published: null, hidden: words.hidden, "left out": words.left_out }[stateOf(one)];
  const isHere = isAnsweredHere(visit, one);
  const answer = isHere ? null : answerPlace(one);
  return (
    <ReviewCard review={review} mark={state} link={link}>
      {mark === null ? null : (
        <p class="quiet">
          {[reasonText(talk, mark.hidden_reason), mark.hidden_note].filter(Boolean).join(" – ")}
        </p>
      )}
      {reply === null ? null : (
        <div class="reply">
          <p class="quiet">{talk.say("replied", { day: formats.day(reply.date) })}</p>
          <p class="text" dir="auto">{reply.text}</p>
        </div>
      )}
      <p class="orders">
        {answer === null ? null : (
          <a href={answer} target="_blank" rel="noopener noreferrer">
            {talk.say(reply === null ? "answer_at" : "change_answer_at", {
              platform: platformOf(review)?.replace(/^./u, (letter) => letter.toUpperCase()) ?? new URL(answer).host,
            })}
          </a>
        )}
        {link && isHere ? <a href={`/reviews/${review.id}`}>{words.reply_review}</a> : null}
        {link ? <a href={`/reviews/${review.id}`}>{words.details}</a> : null}
      </p>
    </ReviewCard>
  );
}

/** Pages where businesses answer, by source. The address of a review often leads to a page for readers only. */
const ANSWER_PLACES: readonly (readonly [source: RegExp, address: string])[] = [
  [/google/i, "https://business.google.com/reviews"],
  [/trustpilot/i, "https://businessapp.b2b.trustpilot.com/reviews"],
  [/yelp/i, "https://biz.yelp.com/"],
  [/facebook/i, "https://business.facebook.com/"],
];

/** Whether this program sends the answer: Google takes it if its credentials are set. */
export function isAnsweredHere({ desk }: Visit, { state, review: { source } }: StoredReview): boolean {
  return state === "published" && source === "google" && replyHosts(desk.variable).length > 0;
}

function answerPlace({ review: { source, source_url } }: StoredReview): string | null {
  return ANSWER_PLACES.find(([name]) => name.test(source))?.[1] ?? source_url;
}

/** The reason why a review is hidden, in words. */
export function reasonText({ words }: Talk, reason: WithheldReason | undefined): string {
  if (reason === undefined) return words.reason_not_stated;
  if (reason === "not_verified") return words.vouched_none;
  return reason === "not_published" ? words.unpublished_there : words[`reason_${reason}`];
}

/** Whether a stored review is published, hidden by the owner, or left out by a rule. */
export function stateOf({ state }: StoredReview): "published" | "hidden" | "left out" {
  return state === "published" || state === "hidden" ? state : "left out";
}

/** Number and average of the published reviews before and after a change. */
export function Figures({ before, after }: { readonly before: PublishedFigures; readonly after: PublishedFigures }) {
  const { words, formats, average } = useTalk();
  const rows = [
    [words.published_reviews, formats.number(before.reviews), formats.number(after.reviews)],
    [words.average_stars, average(before.average), average(after.average)],
  ];
  return (
    <table class="figures">
      <thead>
        <tr>
          <td></td>
          {[words.figures_now, words.figures_after].map((head) => <th scope="col" class="number">{head}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr>
            <th scope="row">{name}</th>
            {figures.map((figure) => <td class="number">{figure}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
