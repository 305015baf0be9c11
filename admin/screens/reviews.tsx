import { sentence } from "../../domain/sentences/sentence.ts";
import { beginningOf } from "../../domain/cut_text.ts";
import { foldText } from "../../domain/normalize_text.ts";
import { sourceName } from "../../domain/documents/review_figures.ts";
import { HIDDEN_REASONS } from "../../domain/review.ts";
import { UsageError } from "../../cli/command/run_command.ts";
import { replyHosts } from "../../cli/programs.ts";
import { noteNews } from "../../cli/launch/due_programs.ts";
import { environment } from "../../service/store/kv_location.ts";
import { wishOfIds } from "../../cli/review/choose_reviews.ts";
import { executeErasure, namesOf, SAVED_ANSWERS, savedAnswers, wholeWords } from "../../cli/review/erase.ts";
import { executeReviewsChange, hiding, RESTORING, type ReviewsChange } from "../../cli/review/hide.ts";
import { relating, STATED_RELATIONS } from "../../cli/review/relate.ts";
import { checkedReply, connectGoogle, executeReply, ownerReply } from "../../cli/review/reply.ts";
import { type StoredReview, storedReviews } from "../../cli/review/stored_reviews.ts";
import { Changes, Check, Field, Hidden, type Markup, type Page, useLocale } from "../frame/page.tsx";
import { reasonText, ReviewList, stateOf } from "../frame/review_parts.tsx";
import { mayAsk } from "../frame/visitor.ts";
import { YES } from "../frame/form.ts";
import { type PreparedAction, publishing, type Screen, type Visit } from "../frame/screen.tsx";
import { filled } from "../../routes/pages/language/page_language.ts";
import { sourceInWords } from "../../routes/pages/parts/rating_figures.ts";
import { PAGES } from "./business.tsx";
import type { Words } from "../language/admin_language.ts";

/** Finds, hides, restores and erases reviews, and links to the pages where the owner answers them. */
export const reviews: Screen = {
  path: "/reviews",
  name: "nav_reviews",
  pages: { "/reviews": listPage, "/reviews/:id": reviewPage },
  actions: {
    "/reviews/hide": (visit) => changing(visit, hidingOf(visit)),
    "/reviews/reply": replying,
    "/reviews/restore": (visit) => changing(visit, RESTORING),
    "/reviews/relate": (visit) => changing(visit, relating(relationOf(visit))),
    "/reviews/erase": erasing,
  },
  forms: Object.fromEntries(
    ["hide", "reply", "restore", "relate", "erase"].map((name) => [`/reviews/${name}`, reviewPage]),
  ),
};

/** The filter of reviews with one or two stars. */
export const LOW = "1–2";
const PAGE = 20;
const LONGEST_NOTE = 1000;

function listPage({ locale, locale: { words }, published, query }: Visit): Markup {
  if (published === null) return <p>{words.no_reviews}</p>;
  const all = storedReviews(published);
  const found = all.filter(filterOf(query));
  const from = Math.max(0, Math.floor(Number(query.get("from_nth")) || 0));
  const to = (nth: number, text: string) => {
    const there = new URLSearchParams({ ...Object.fromEntries(query), from_nth: String(nth) });
    return <a class="button second" href={`?${there}`}>{text}</a>;
  };
  return (
    <>
      <SearchForm query={query} all={all} />
      <ReviewList title={locale.reviews(found.length)} all={found.slice(from, from + PAGE)} link />
      <p class="buttons">
        {from > 0 && to(0, words.first_page)}
        {found.length > from + PAGE && to(from + PAGE, words.next_page)}
      </p>
    </>
  );
}

/** A filter of the list: its label, the values of a review by which it is found, and the text of a value. */
type Filter = readonly [
  keyof Words,
  (one: StoredReview) => readonly string[],
  ((words: Words & Readonly<Record<string, string>>, value: string) => string | undefined)?,
];

const FILTERS: Readonly<Record<string, Filter>> = {
  stars: ["stars", ({ review: { rating } }) => [String(rating), ...rating <= 2 ? [LOW] : []]],
  source: ["filter_source", ({ review }) => [review.source], sourceInWords],
  replied: [
    "filter_replied",
    ({ review }) => [String(review.owner_reply !== null)],
    (words, value) => words[`replied_${value}`],
  ],
  state: ["meaning_status", (one) => [stateOf(one)], (words, value) => words[value]],
};
/** Filters by the first and the last day. */
const DAYS = { from: (date: string, day: string) => date >= day, until: (date: string, day: string) => date <= day };

/** Builds a filter from a query. A value that no review has matches nothing. */
function filterOf(query: URLSearchParams): (one: StoredReview) => boolean {
  const given = (name: string) => query.get(name)?.trim() ?? "";
  const words = foldText(given("query"));
  return (one) => {
    const { author, text, owner_reply, date } = one.review;
    return foldText([author, text ?? "", owner_reply?.text ?? ""].join("\n")).includes(words) &&
      Object.entries(FILTERS).every(([name, [, of]]) => given(name) === "" || of(one).includes(given(name))) &&
      Object.entries(DAYS).every(([name, isWithin]) => given(name) === "" || isWithin(date, given(name)));
  };
}

function SearchForm({ query, all }: { readonly query: URLSearchParams; readonly all: readonly StoredReview[] }) {
  const words: Readonly<Record<string, string>> & Words = useLocale().words;
  const value = (name: string) => query.get(name) ?? "";
  const options = (name: string, [, of, text]: Filter) => {
    const values = new Set([value(name), ...all.flatMap(of)].filter(Boolean));
    return [["", words.any], ...[...values].sort().map((one) => [one, text?.(words, one) ?? one] as const)] as const;
  };
  return (
    <form class="form" role="search">
      <Field label={words.search} type="search" name="query" value={value("query")} />
      <details open={Object.keys({ ...FILTERS, ...DAYS }).some((name) => value(name) !== "")}>
        <summary>{words.filters}</summary>
        <div class="fields">
          {Object.entries(FILTERS).map(([name, filter]) => (
            <Field label={words[filter[0]]} name={name} value={value(name)} options={options(name, filter)} />
          ))}
          {(["from", "until"] as const).map((name) => (
            <Field label={words[name]} type="date" name={name} value={value(name)} />
          ))}
        </div>
      </details>
      <p class="buttons">
        <button>{words.search}</button>
        {query.size > 0 && <a class="button second" href="/reviews">{words.clear}</a>}
      </p>
    </form>
  );
}

async function reviewPage(visit: Visit): Promise<Page> {
  const { locale, locale: { words }, kv, published, param, query, form: typed } = visit;
  const one = published &&
    storedReviews(published).find(({ review: { id } }) => id === (param("id") || typed.text("id")));
  if (!one) return { title: words.status_404, status: 404, body: null };
  const { review, state } = one;
  const isGoogle = review.source.toLowerCase() === "google";
  const form = (name: "reply" | "hide" | "restore" | "relate" | "erase", fields: Markup = null) => (
    mayAsk(visit.visitor, `/reviews/${name}`) && (
      <form method="post" action={`/reviews/${name}`} class="form part">
        <h2>{words[`${name}_review`]}</h2>
        <input type="hidden" name="id" value={review.id} />
        {fields}
        <p class="buttons">
          <button class={name === "erase" ? "grave" : ""}>{words[`${name}_review`]}</button>
          {name === "reply" && !isGoogle && review.owner_reply !== null && (
            <button class="second" name="remove" value={YES} formnovalidate>{words.remove_answer}</button>
          )}
        </p>
      </form>
    )
  );
  const starters = [...await savedAnswers(kv), words.answer_good, words.answer_bad].map((text) =>
    filled(text, { name: review.author })
  );
  // A draft that was typed after "Use it" has the same mark, and hides the saved answer.
  const used = query.get("answer") ?? "";
  const starter = used === typed.text("answer") ? undefined : starters[Number.parseInt(used)];
  const reasons = HIDDEN_REASONS.map((reason) => [reason, reasonText(locale, reason)] as const);
  return {
    title: review.author,
    body: (
      <>
        <ReviewList all={[one]} />
        <p class="orders">
          {!isSentToGoogle(one) && <AnswerLink one={one} />}
          {state === "published" && (
            <a class="more" href={`${PAGES}reviews/${review.id}`} target="_blank">{words.see_public}</a>
          )}
        </p>
        {isGoogle && !isSentToGoogle(one) && <p class="quiet">{words.about_google_answers}</p>}
        {state === "published" && (isSentToGoogle(one) || !isGoogle) && form(
          "reply",
          <>
            <Hidden fields={[["answer", used]]} />
            <Field
              {...{ label: words.meaning_reply_text, hint: words.about_answer, name: "text", required: true, rows: 5 }}
              value={starter ?? typed.texts("text")[0] ?? review.owner_reply?.text}
            />
            <details>
              <summary>{words.saved_answers}</summary>
              <ul class="plain">
                {starters.map((text, nth) => (
                  <li>
                    <span class="text">{text}</span>{" "}
                    <a class="more" href={`?answer=${nth}.${Date.now()}`}>{words.use_answer}</a>
                  </li>
                ))}
              </ul>
            </details>
            <Check label={words.save_answer} name="save" checked={typed.text("save") === YES} />
          </>,
        )}
        {state === "hidden" && form("restore")}
        {(state === "published" || state === "not verified") && form(
          "hide",
          <>
            <p>{words.about_hiding}</p>
            <Field
              label={words.reason}
              name="reason"
              required
              options={[["", "–"], ...reasons]}
              value={typed.text("reason")}
            />
            <Field label={words.note} name="note" maxlength={LONGEST_NOTE} value={typed.text("note")} />
          </>,
        )}
        {form(
          "relate",
          <Field
            label={words.about_relation}
            name="relation"
            options={STATED_RELATIONS.map((one) => [one, words[`relation_${one}`]])}
            value={typed.text("relation") || (review.relation ?? "none")}
          />,
        )}
        {form("erase", <p>{words.about_erasing}</p>)}
      </>
    ),
  };
}

/** Pages where businesses answer, by source. The address of a review often leads to a page for readers only. */
const ANSWER_PLACES: readonly (readonly [source: RegExp, address: string])[] = [
  [/google/i, "https://business.google.com/reviews"],
  [/trustpilot/i, "https://businessapp.b2b.trustpilot.com/reviews"],
  [/yelp/i, "https://biz.yelp.com/"],
  [/facebook/i, "https://business.facebook.com/"],
];

/** Whether this program sends the answer to Google, which takes it if its credentials are set. */
function isSentToGoogle({ state, review: { source } }: StoredReview): boolean {
  return state === "published" && source === "google" && replyHosts(environment).length > 0;
}

/** A link to the page of the platform where a review is answered; nothing if none is known. */
function AnswerLink({ one: { review } }: { readonly one: StoredReview }) {
  const { say } = useLocale();
  const address = ANSWER_PLACES.find(([name]) => name.test(review.source))?.[1] ?? review.source_url;
  if (address === null) return null;
  const platform = sourceName(review.source) ?? new URL(address).host;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {say("answer_at", { platform })}
    </a>
  );
}

const MOST_ANSWERS = 20;

/** Publishes the answer of a form, and sends it to Google before if the review is from there. */
async function replying({ locale: { words }, workspace, kv, form, published }: Visit): Promise<PreparedAction> {
  const isRemoved = form.text("remove") === YES;
  const one = published && storedReviews(published).find(({ review: { id } }) => id === form.text("id"));
  const text = form.text("text").replaceAll("{name}", one?.review.author ?? "");
  const wish = isRemoved ? { id: form.text("id"), text: null } : checkedReply(form.text("id"), text);
  const isGoogle = one?.review.source.toLowerCase() === "google";
  const google = isGoogle ? await connectGoogle(workspace.variable, workspace.google) : null;
  const { plan } = await executeReply(kv, wish, google, workspace.run());
  const { before } = plan.effect;
  const at = `/reviews/${form.text("id")}`;
  return {
    plan,
    choices: [],
    title: isRemoved ? words.remove_answer : words.reply_review,
    button: isRemoved ? words.remove_answer : google === null ? words.publish : words.send,
    back: at,
    effect: (
      <>
        <ReviewList
          all={plan.examples.map((one) => ({ ...one, review: { ...one.review, owner_reply: ownerReply(wish) } }))}
        />
        {!isRemoved && <p class="confirmed">{google === null ? words.about_own_reply : words.about_reply}</p>}
        {before !== null && <Changes rows={[[words.meaning_reply_text, before, wish.text ?? ""]]} />}
      </>
    ),
    execute: async (run) => {
      const { isPending } = await executeReply(kv, wish, google, run);
      if (form.text("save") === YES && wish.text !== null) {
        const text = one ? withoutNames(wish.text, one.review.author) : wish.text;
        await kv.set(SAVED_ANSWERS, [...new Set([text, ...await savedAnswers(kv)])].slice(0, MOST_ANSWERS));
      }
      const done = isRemoved ? words.answer_removed : words.about_own_reply;
      if (google === null) return { text: done, at, isUndoable: true };
      return { text: isPending ? words.reply_pending : words.about_reply, at };
    },
  };
}

/** An answer for others: "{name}" stands for the author's name, and for each part of it with a capital letter. */
function withoutNames(text: string, author: string): string {
  const names = [author, ...namesOf(author).filter((name) => /^\p{Lu}/u.test(name))];
  return text.replace(new RegExp(names.map((name) => wholeWords(name).source).join("|"), "gu"), "{name}");
}

/** Changes the state or the label of the review of a form. */
function changing(visit: Visit, change: ReviewsChange): Promise<PreparedAction> {
  const { locale: { words }, kv, form } = visit;
  const wish = wishOfIds([form.text("id")]);
  return publishing(visit, (run) => executeReviewsChange(kv, change, wish, run), () => ({
    title: words[`${change.verb}_review`],
    back: `/reviews/${form.text("id")}`,
    verb: change.verb,
  }));
}

function relationOf({ form }: Visit) {
  return STATED_RELATIONS.find((one) => one === form.text("relation")) ?? "none";
}

function hidingOf({ form }: Visit): ReviewsChange {
  const reason = HIDDEN_REASONS.find((one) => one === form.text("reason"));
  if (reason === undefined) throw new UsageError(sentence("Choose why the review is hidden."));
  return hiding(reason, beginningOf(form.text("note").trim(), LONGEST_NOTE) || null);
}

async function erasing({ locale, locale: { words }, workspace, kv, form }: Visit): Promise<PreparedAction> {
  const wish = wishOfIds([form.text("id")]);
  const { plan } = await executeErasure(kv, wish, workspace.run());
  return {
    plan,
    choices: [],
    title: words.erase_review,
    back: `/reviews/${form.text("id")}`,
    effect: (
      <>
        <ReviewList all={plan.examples} />
        <p>{locale.say("erased_from", { count: plan.effect.revisions.length })}</p>
      </>
    ),
    typed: { question: words.type_name, text: plan.examples[0]?.review.author ?? "" },
    execute: async (run) => {
      await executeErasure(kv, wish, run);
      await noteNews(environment);
      return { text: words.erased_now, at: "/reviews", isErasure: true };
    },
  };
}
