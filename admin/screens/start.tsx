import { readAlertSettings, type Receiver } from "../../cli/alerts/alert_settings.ts";
import { readReceiverState } from "../../cli/alerts/alert_rounds.ts";
import { publishedFigures } from "../../cli/import/import_figures.ts";
import { storedReview } from "../../cli/review/stored_reviews.ts";
import { readSourceSettings } from "../../cli/watch/source_settings.ts";
import { readSourceStates } from "../../cli/watch/source_state.ts";
import { UNNAMED } from "../../domain/business.ts";
import { shortened } from "../../domain/cut_text.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { ERASING } from "../../domain/dataset/finish_erasure.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { SERIOUS_WORDS } from "../../cli/alerts/find_news.ts";
import { sentence } from "../../domain/sentences/sentence.ts";
import { seriousReviews } from "../../domain/insights/serious_complaints.ts";
import { isOffering } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sourceName } from "../../domain/documents/review_figures.ts";
import { namedDate, type Review } from "../../domain/review.ts";
import { starsOf, timeText } from "../../routes/pages/frame/formats.ts";
import { isLocalOrigin } from "../../service/configuration.ts";
import { English, type Markup } from "../frame/page.tsx";
import { ReviewList } from "../frame/review_parts.tsx";
import { settingsText } from "../frame/settings.tsx";
import { mayAsk } from "../frame/visitor.ts";
import type { Screen, Visit } from "../frame/screen.tsx";
import type { Words } from "../language/admin_language.ts";
import { placeOf } from "./alerts.tsx";
import { PAGES } from "./business.tsx";
import { changedBy, isImportOfFiles } from "./history.tsx";
import { LOW } from "./reviews.tsx";

/** Shows the steps of the first hour, and later what needs doing today. */
export const start: Screen = { path: "/", name: "start", pages: { "/": page, "/look": look } };

const [NEWEST, MOST_SERIOUS, DAY_MS, NEW_DAYS] = [3, 3, 86_400_000, 7];
/** Number of reviews from which the owner is asked to choose subjects. */
const FEWEST_REVIEWS = 20;
/** Row that says that the owner has seen the public pages. */
const LOOKED = ["admin_looked"];

/** Where the published reviews with one or two stars and without an answer are listed. */
const LOW_PATH = `/reviews?stars=${LOW}&replied=false&state=published`;

function isLowAndUnanswered({ rating, owner_reply }: Review): boolean {
  return rating <= 2 && owner_reply === null;
}

/** Leads to the public pages, and notes that the owner has seen them. */
async function look({ kv }: Visit): Promise<Response> {
  await kv.set(LOOKED, true);
  return new Response(null, { status: 303, headers: { location: PAGES } });
}

async function page(visit: Visit): Promise<Markup> {
  const { locale, locale: { words, formats }, workspace, kv, published, visitor } = visit;
  const { site } = await workspace.service(kv);
  const receivers = readAlertSettings(workspace.variable, settingsText) ?? [];
  const reviews = published?.reviews ?? [];
  const name = published === null || published.business.name === UNNAMED ? null : published.business.name;
  const { average } = publishedFigures(reviews);
  const records = (await readRevisions(kv)).entries.map(({ record }) => record);
  const last = records.find(isImportOfFiles);
  const steps: readonly Step[] = [
    ["who", "/business", name !== null],
    ["add", "/add", reviews.length > 0],
    ["look", "/look", (await kv.get(LOOKED)).value !== null],
    ["answer", LOW_PATH, reviews.length > 0 && !reviews.some(isLowAndUnanswered)],
    ["alerts", "/alerts", receivers.length > 0],
    ["online", "/online", !isLocalOrigin(site.baseUrl)],
  ];
  const mine = steps.filter(([, href]) => mayAsk(visitor, href.replace(/\?.*/, "")));
  const mayUndo = records.length > 0 && mayAsk(visitor, "/history/undo");
  const isAllDone = mine.every(([, , isDone]) => isDone);
  const due = published === null ? [] : await todos(visit, published, receivers);
  return (
    <>
      {published === null && <p>{words.about_first}</p>}
      {!isAllDone && <Steps steps={mine} words={words} />}
      {published !== null && (
        <>
          {(due.length > 0 || isAllDone) && (
            <section class="part">
              <h2>{words.today}</h2>
              <ul class="todo">{due.length > 0 ? due : <Todo sign="✓">{words.no_attention}</Todo>}</ul>
            </section>
          )}
          <dl class="cards">
            <div>
              <dt>{words.published_reviews}</dt>
              <dd class="big">{formats.number(reviews.length)}</dd>
            </div>
            <div>
              <dt>{words.average_stars}</dt>
              <dd class="big">{locale.average(average)}</dd>
              <dd>{average !== null && starsOf(formats, average)}</dd>
            </div>
            <div>
              <dt>{words.last_import}</dt>
              <dd>
                {last
                  ? <a class="more" href={`/history/${last.head.number}`}>{locale.time(last.head.published_at)}</a>
                  : "–"}
              </dd>
              <dd class="quiet">{last && changedBy(locale, last)}</dd>
            </div>
          </dl>
          <form method="post" {...mayUndo && { action: "/history/undo" }} class="buttons">
            {mayAsk(visitor, "/add") && <a class="button" href="/add">{words.add_reviews}</a>}
            <a class="button second" href="/look" target="_blank">{words.see_public}</a>
            {mayUndo && <button class="second">{words.undo_last}</button>}
          </form>
          <section class="part">
            <ReviewList title={words.newest} all={reviews.slice(0, NEWEST).map(storedReview)} link />
            <p>
              <a class="more" href="/reviews">{words.all_reviews}</a>
            </p>
          </section>
        </>
      )}
    </>
  );
}

/** What needs doing, with the way to it. */
async function todos(
  { locale: { words, say, formats, translated, reviews: counted }, kv, workspace, visitor }: Visit,
  { business, reviews, taxonomy }: Dataset,
  receivers: readonly Receiver[],
): Promise<readonly Markup[]> {
  const since = new Date(Date.now() - NEW_DAYS * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  const [fresh, low] = [reviews.filter(({ date }) => date >= since), reviews.filter(isLowAndUnanswered)];
  const oldest = low.at(-1)?.date ?? "";
  const serious = seriousReviews(reviews).filter(({ review }) => review.owner_reply === null).slice(0, MOST_SERIOUS);
  const sources = readSourceSettings(workspace.variable, settingsText)?.sources ?? [];
  const sourceStates = await readSourceStates(kv);
  const receiverStates = await Promise.all(receivers.map(({ name }) => readReceiverState(kv, name)));
  const failing = [
    ...sources.map(({ name }) => ["source_fails", "/sources", name, sourceStates.get(name)?.reason] as const),
    ...receivers.map((one, nth) => ["receiver_fails", "/alerts", placeOf(one), receiverStates[nth]?.reason] as const),
  ];
  return [
    ...serious.map(({ review, kinds }) => (
      <Todo sign="!" href={`/reviews/${review.id}`} button={words.open_it}>
        <strong>
          {say("serious_review", {
            day: timeText(formats, namedDate(review)),
            kind: kinds.map((kind) => translated(sentence(SERIOUS_WORDS[kind])) ?? kind).join(", "),
          })}
        </strong>
        <p class="quiet">{[sourceName(review.source), shortened(review.text ?? "", 140)].filter(Boolean).join(": ")}</p>
      </Todo>
    )),
    low.length > 0 && (
      <Todo sign={low.length} href={LOW_PATH} button={words.open_it}>
        <strong>{say("unanswered_low", { reviews: counted(low.length) })}</strong>
        <p class="quiet">
          {say("oldest_waits", { days: Math.max(0, Math.floor((Date.now() - Date.parse(oldest)) / DAY_MS)) })}
        </p>
      </Todo>
    ),
    mayAsk(visitor, "/subjects") && reviews.length >= FEWEST_REVIEWS && isOffering(business, taxonomy, reviews) && (
      <Todo sign="?" href="/subjects" button={words.open_it}>{words.choose_subjects}</Todo>
    ),
    ...failing.map(([text, href, name, reason]) =>
      reason && mayAsk(visitor, href) && (
        <Todo sign="!" href={href} button={words.open_it}>
          <strong>{say(text, { name })}</strong> <English>{reason}</English>
        </Todo>
      )
    ),
    (await kv.get(ERASING)).value !== null && <Todo sign="!">{words.erasing}</Todo>,
    fresh.length > 0 && (
      <Todo sign={fresh.length} href={`/reviews?from=${since}`} button={words.open_it}>
        {say("new_this_week", { reviews: counted(fresh.length) })}
      </Todo>
    ),
  ].filter(Boolean);
}

/** A step: its name, its page, and whether it is done. */
type Step = readonly [name: "who" | "add" | "look" | "answer" | "alerts" | "online", href: string, isDone: boolean];

function Steps({ steps, words }: { readonly steps: readonly Step[]; readonly words: Words }) {
  const next = steps.findIndex(([, , isDone]) => !isDone);
  return (
    <ol class="todo">
      {steps.map(([name, href, isDone], nth) => (
        <Todo
          sign={isDone ? "✓" : nth + 1}
          href={href}
          button={!isDone ? words[`step_${name}`] : name === "who" ? words.change : words.open_it}
          isMain={nth === next}
          isDone={isDone}
        >
          <strong>{words[`step_${name}`]}</strong>
          <p class="quiet">{words[`about_step_${name}`]}</p>
        </Todo>
      ))}
    </ol>
  );
}

function Todo({ sign, href, button, isMain = false, isDone = false, children }: {
  readonly sign: string | number;
  readonly href?: string;
  readonly button?: string;
  readonly isMain?: boolean;
  readonly isDone?: boolean;
  readonly children: Markup;
}) {
  return (
    <li class={isDone ? "done-step" : ""}>
      <span class="sign" aria-hidden="true">{sign}</span>
      <div>{children}</div>
      {href && <a class={isMain ? "button" : isDone ? "more" : "button second"} href={href}>{button}</a>}
    </li>
  );
}
