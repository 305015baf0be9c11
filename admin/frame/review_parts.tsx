// Parts of pages that show reviews.

import type { PublishedFigures } from "../../cli/import/import_figures.ts";
import type { StoredReview } from "../../cli/review/stored_reviews.ts";
import { sourceName } from "../../domain/documents/review_figures.ts";
import { namedDate, type WithheldReason } from "../../domain/review.ts";
import { starsOf, timeOf, timeText } from "../../routes/pages/frame/formats.ts";
import type { OwnerLocale } from "../language/admin_language.ts";
import { Table, useLocale } from "./page.tsx";

/** Reviews below a heading, which is only heard if it says nothing but that. */
export function ReviewList({ title, all, link = false, marks }: {
  readonly title?: string;
  readonly all: readonly StoredReview[];
  /** Whether each leads to its page and to where it is answered. */
  readonly link?: boolean;
  /** What each stands for, instead of its state. */
  readonly marks?: readonly string[];
}) {
  const { words } = useLocale();
  return (
    <>
      <h2 class={title === undefined ? "hidden" : undefined}>{title ?? words.nav_reviews}</h2>
      <ul class="reviews">
        {all.map((one, nth) => <ReviewCard one={one} link={link} mark={marks?.[nth] ?? words[stateOf(one)]} />)}
      </ul>
    </>
  );
}

function ReviewCard({ one, mark, link }: {
  readonly one: StoredReview;
  readonly mark: string;
  readonly link: boolean;
}) {
  const locale = useLocale();
  const { words, formats } = locale;
  const { review, review: { owner_reply: reply } } = one;
  const platform = sourceName(review.source);
  const path = `/reviews/${review.id}`;
  const name = <bdi>{review.author}</bdi>;
  return (
    <li class="review">
      {/* Open: on phones the public pages hide replies. */}
      <article class="open">
        <header>
          {starsOf(formats, review.rating)}
          <h3>{link ? <a href={path}>{name}</a> : name}</h3>
          {mark !== words.published && <span class="mark">{mark}</span>}
          <p class="quiet by">
            {timeOf(formats, namedDate(review), formats.shortDay)}
            {platform && " · "}
            {platform && <bdi class="source">{platform}</bdi>}
          </p>
        </header>
        {review.text === null ? <p class="quiet">{words.no_words}</p> : <p class="text" dir="auto">{review.text}</p>}
        {one.mark && (
          <p class="quiet">
            {[reasonText(locale, one.mark.hidden_reason), one.mark.hidden_note].filter(Boolean).join(" – ")}
          </p>
        )}
        {reply && (
          <div class="reply">
            <p class="quiet">
              {locale.say("replied", {
                day: timeText(formats, namedDate(review, reply.date)),
              })}
            </p>
            <p class="text" dir="auto">{reply.text}</p>
          </div>
        )}
        {link && (
          <p class="orders">
            {stateOf(one) === "published" && (
              <a href={path}>{reply === null ? words.reply_review : words.change_answer}</a>
            )} <a href={path}>{words.details}</a>
          </p>
        )}
      </article>
    </li>
  );
}

/** The reason why a review is hidden, in words. */
export function reasonText({ words }: OwnerLocale, reason: WithheldReason | undefined): string {
  if (reason === undefined) return words.reason_not_stated;
  if (reason === "not_verified") return words.vouched_none;
  return reason === "not_published" ? words.unpublished_there : words[`reason_${reason}`];
}

/** Whether a stored review is published, hidden by the owner, or left out by a rule. */
export function stateOf({ state }: StoredReview): "published" | "hidden" | "left_out" {
  return state === "published" || state === "hidden" ? state : "left_out";
}

/** Number and average of the published reviews before and after a change. */
export function Figures({ before, after }: { readonly before: PublishedFigures; readonly after: PublishedFigures }) {
  const { words, formats, average } = useLocale();
  const rows = [
    [words.published_reviews, ...[before, after].map(({ reviews }) => formats.number(reviews))],
    [words.average_stars, ...[before, after].map((figures) => average(figures.average))],
  ];
  return <Table class="figures" head={["", words.figures_now, words.figures_after]} rows={rows} />;
}
