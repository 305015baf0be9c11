import { foldText } from "../../domain/normalize_text.ts";
import { HIDDEN_REASONS } from "../../domain/review.ts";
import { UsageError } from "../../cli/command/run_command.ts";
import { noteNews } from "../../cli/launch/due_programs.ts";
import { environment } from "../../service/store/kv_location.ts";
import { wishOfIds } from "../../cli/review/choose_reviews.ts";
import { executeErasure } from "../../cli/review/erase.ts";
import { executeReviewsChange, hiding, RESTORING, type ReviewsChange } from "../../cli/review/hide.ts";
import { checkedReply, connectGoogle, executeReply } from "../../cli/review/reply.ts";
import { type StoredReview, storedReviews } from "../../cli/review/stored_reviews.ts";
import { publishedNow } from "../frame/action.tsx";
import type { Form } from "../frame/form.ts";
import { Changes, Field, type Markup, type Page, Select, useTalk } from "../frame/page.tsx";
import {
  Figures,
  isAnsweredHere,
  reasonText,
  ReviewList,
  stateOf,
  StoredCard,
  StoredCards,
} from "../frame/review_parts.tsx";
import type { PreparedAction, Screen, Visit } from "../frame/screen.ts";
import type { Words } from "../language/admin_language.ts";

/** Finds, hides, restores and erases reviews, and links to the pages where the owner answers them. */
export const reviews: Screen = {
  path: "/reviews",
  name: "nav_reviews",
  pages: { "/reviews": listPage, "/reviews/:id": reviewPage },
  actions: {
    "/reviews/hide": (visit, form) => changing(visit, form, hidingOf(form)),
    "/reviews/reply": replying,
    "/reviews/restore": (visit, form) => changing(visit, form, RESTORING),
    "/reviews/erase": erasing,
  },
};

/** The filter of reviews with one or two stars. */
export const LOW = "1–2";
const PAGE = 20;
const LONGEST_NOTE = 1000;

function listPage(visit: Visit): Page {
  const { talk, talk: { words }, published, query } = visit;
  if (published === null) return { title: words.nav_reviews, body: <p>{words.no_reviews}</p> };
  const all = storedReviews(published.dataset);
  const found = all.filter(filterOf(query));
  const from = Math.max(0, Math.floor(Number(query.get("from_nth")) || 0));
  const to = (nth: number) => `?${new URLSearchParams({ ...Object.fromEntries(query), from_nth: String(nth) })}`;
  return {
    title: words.nav_reviews,
    body: (
      <>
        <SearchForm query={query} all={all} />
        <ReviewList title={talk.reviews(found.length)}>
          {found.slice(from, from + PAGE).map((one) => <StoredCard visit={visit} one={one} link />)}
        </ReviewList>
        <p class="buttons">
          {from > 0 ? <a class="button second" href={to(0)}>{words.first_page}</a> : null}
          {found.length > from + PAGE ? <a class="button second" href={to(from + PAGE)}>{words.older}</a> : null}
        </p>
      </>
    ),
  };
}

type Option = readonly [value: string, text: string];

/** A filter of the list, with its label and its options; without options it is a day. */
interface Filter {
  readonly label: keyof Words;
  readonly options?: (words: Words, all: readonly StoredReview[]) => readonly Option[];
  readonly test: (value: string, one: StoredReview) => boolean;
}

const twice = (text: string): Option => [text, text];
const FILTERS: Readonly<Record<string, Filter>> = {
  stars: {
    label: "stars",
    options: () => ["5", "4", "3", "2", "1", LOW].map(twice),
    test: (stars, { review: { rating } }) => stars === LOW ? rating <= 2 : String(rating) === stars,
  },
  source: {
    label: "filter_source",
    options: (_, all) => [...new Set(all.map(({ review }) => review.source))].sort().map(twice),
    test: (source, { review }) => review.source === source,
  },
  replied: {
    label: "filter_replied",
    options: (words) => [["false", words.replied_false], ["true", words.replied_true]],
    test: (replied, { review }) => String(review.owner_reply !== null) === replied,
  },
  state: {
    label: "state",
    options: (words) => [["published", words.published], ["hidden", words.hidden], ["left out", words.left_out]],
    test: (state, one) => stateOf(one) === state,
  },
  from: { label: "from", test: (day, { review }) => review.date >= day },
  until: { label: "until", test: (day, { review }) => review.date <= day },
};

/** Builds a filter from a query. A value that no review has matches nothing. */
function filterOf(query: URLSearchParams): (one: StoredReview) => boolean {
  const words = foldText(query.get("query")?.trim() ?? "");
  const set = Object.entries(FILTERS).map(([name, { test }]) => ({ test, value: query.get(name)?.trim() ?? "" }));
  return (one) => {
    const { author, text, owner_reply } = one.review;
    return foldText([author, text ?? "", owner_reply?.text ?? ""].join("\n")).includes(words) &&
      set.every(({ test, value }) => value === "" || test(value, one));
  };
}

function SearchForm({ query, all }: { readonly query: URLSearchParams; readonly all: readonly StoredReview[] }) {
  const { words } = useTalk();
  const value = (name: string) => query.get(name) ?? "";
  return (
    <form class="form" role="search">
      <Field label={words.search}>
        <input type="search" name="query" value={value("query")} />
      </Field>
      <details open={Object.keys(FILTERS).some((name) => value(name) !== "")}>
        <summary>{words.all_filters}</summary>
        <div class="fields">
          {Object.entries(FILTERS).map(([name, { label, options }]) => (
            <Field label={words[label]}>
              {options === undefined
                ? <input type="date" name={name} value={value(name)} />
                : <Select name={name} value={value(name)} options={[["", words.any], ...options(words, all)]} />}
            </Field>
          ))}
        </div>
      </details>
      <p class="buttons">
        <button>{words.search}</button>
        {[...query].length === 0 ? null : <a class="button second" href="/reviews">{words.clear}</a>}
      </p>
    </form>
  );
}

function reviewPage(visit: Visit): Page {
  const { talk, talk: { words }, published, param } = visit;
  const one = published && storedReviews(published.dataset).find(({ review }) => review.id === param("id"));
  if (!one) return { title: words.status_404, status: 404, body: null };
  const { review, state } = one;
  const form = (name: "reply" | "hide" | "restore" | "erase", about: string | null = null, fields: Markup = null) => (
    <form method="post" action={`/reviews/${name}`} class="form part">
      <h2>{words[`${name}_review`]}</h2>
      <input type="hidden" name="id" value={review.id} />
      {about === null ? null : <p>{about}</p>}
      {fields}
      <button class={name === "erase" ? "grave" : ""}>{words[`${name}_review`]}</button>
    </form>
  );
  const reasons = HIDDEN_REASONS.map((reason) => [reason, reasonText(talk, reason)] as const);
  return {
    title: review.author,
    body: (
      <>
        <StoredCards visit={visit} all={[one]} />
        {isAnsweredHere(visit, one) && form(
          "reply",
          null,
          <Field label={words.your_answer}>
            <textarea name="text" required rows={4}>{review.owner_reply?.text}</textarea>
          </Field>,
        )}
        {state === "hidden" ? form("restore") : state === "not published" ? null : form(
          "hide",
          words.about_hiding,
          <>
            <Field label={words.reason}>
              <Select name="reason" required options={[["", "–"], ...reasons]} />
            </Field>
            <Field label={words.note}>
              <input name="note" maxlength={LONGEST_NOTE} />
            </Field>
          </>,
        )}
        {form("erase", words.about_erasing)}
      </>
    ),
  };
}

/** Sends the answer of a form to Google, and publishes it. */
async function replying(visit: Visit, form: Form): Promise<PreparedAction> {
  const { talk: { words }, desk, kv } = visit;
  const wish = checkedReply(form.text("id"), form.text("text"));
  const google = await connectGoogle(desk.variable, desk.google);
  const { plan } = await executeReply(kv, wish, google, desk.dryRun);
  const { before } = plan.effect;
  const owner_reply = { text: wish.text, date: new Date().toISOString().slice(0, "YYYY-MM-DD".length) };
  const at = `/reviews/${form.text("id")}`;
  return {
    plan,
    title: words.reply_review,
    button: words.send,
    back: at,
    said: plan.choices.map(({ id }) => id),
    effect: (
      <>
        <StoredCards
          visit={visit}
          all={plan.examples.map((one) => ({ ...one, review: { ...one.review, owner_reply } }))}
        />
        <p class="confirmed">{words.about_reply}</p>
        {before === null ? null : <Changes rows={[[words.your_answer, before, wish.text]]} />}
      </>
    ),
    execute: async (...answered) => {
      const { isPending } = await executeReply(kv, wish, google, desk.run(...answered));
      return { text: isPending ? words.reply_pending : words.reply_sent, at };
    },
  };
}

/** Hides or restores the review of a form. */
async function changing(visit: Visit, form: Form, change: ReviewsChange): Promise<PreparedAction> {
  const { talk, desk, kv } = visit;
  const wish = wishOfIds([form.text("id")]);
  const { result: { plan } } = await executeReviewsChange(kv, change, wish, desk.dryRun);
  const at = `/reviews/${form.text("id")}`;
  return {
    plan,
    title: talk.words[`${change.verb}_review`],
    back: at,
    effect: (
      <>
        <StoredCards visit={visit} all={plan.examples} />
        <Figures {...plan.effect} />
      </>
    ),
    execute: async (...answered) => {
      const { result } = await executeReviewsChange(kv, change, wish, desk.run(...answered));
      return publishedNow(talk, "published", change.verb, result.plan.effect.after.reviews, at);
    },
  };
}

function hidingOf(form: Form): ReviewsChange {
  const reason = HIDDEN_REASONS.find((one) => one === form.text("reason"));
  if (reason === undefined) throw new UsageError("Choose why the review is hidden.");
  return hiding(reason, form.text("note").trim().slice(0, LONGEST_NOTE) || null);
}

async function erasing(visit: Visit, form: Form): Promise<PreparedAction> {
  const { talk, talk: { words }, desk, kv } = visit;
  const wish = wishOfIds([form.text("id")]);
  const { plan } = await executeErasure(kv, wish, desk.dryRun);
  return {
    plan,
    title: words.erase_review,
    back: `/reviews/${form.text("id")}`,
    said: plan.choices.map(({ id }) => id),
    effect: (
      <>
        <StoredCards visit={visit} all={plan.examples} />
        <p>{talk.say("erased_from", { count: plan.effect.revisions.length })}</p>
      </>
    ),
    typed: { question: words.type_name, text: plan.examples[0]?.review.author ?? "" },
    execute: async (...answered) => {
      await executeErasure(kv, wish, desk.run(...answered));
      await noteNews(environment);
      await desk.forgetAll();
      return { text: words.erased_now, at: "/reviews" };
    },
  };
}
