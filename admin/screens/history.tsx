import { sentence } from "../../domain/sentences/sentence.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { datasetDifference } from "../../domain/dataset/publication.ts";
import { readRevisions } from "../../domain/dataset/history.ts";
import { NOTHING } from "../../domain/dataset/import_dataset.ts";
import { lastPart } from "../../cli/command/file_path.ts";
import { publishedFigures } from "../../cli/import/import_figures.ts";
import { changedParts, revisionDataset, revisionNumber, shownCommand } from "../../cli/history/shown_revision.ts";
import { ERASED_STAY, executeUndo, executeWithdrawal, hiddenSince } from "../../cli/history/undo.ts";
import { storedReview } from "../../cli/review/stored_reviews.ts";
import type { RevisionRecord } from "../../domain/dataset/dataset_store.ts";
import { Hidden, type Markup, type Page, useLocale } from "../frame/page.tsx";
import { Figures, ReviewList } from "../frame/review_parts.tsx";
import { type PreparedAction, publishedNow, publishing, type Screen, type Visit } from "../frame/screen.tsx";
import { mayAsk } from "../frame/visitor.ts";
import type { OwnerLocale } from "../language/admin_language.ts";

/** Shows what each change did, and takes changes back. */
export const history: Screen = {
  path: "/history",
  name: "history",
  pages: { "/history": listPage, "/history/:number": revisionPage },
  actions: { "/history/undo": undoing, "/history/withdraw": withdrawing },
};

async function listPage({ locale, kv }: Visit): Promise<Markup> {
  const { words } = locale;
  const { entries, published } = await readRevisions(kv);
  if (entries.length === 0) return <p>{words.no_reviews}</p>;
  return (
    <>
      <p class="quiet">{words.about_history}</p>
      <ol class="reviews" reversed>
        {entries.map(({ record, record: { head: { number, reviews, published_at } } }) => (
          <li class="review">
            <p class="buttons">
              <a class="more" href={`/history/${number}`}>{locale.time(published_at)}</a>
              {number === published && <span class="mark">{words.published}</span>}
            </p>
            <p>{changedBy(locale, record)}</p>
            <p class="quiet">{[numbered(locale, String(number)), locale.reviews(reviews)].join(" · ")}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

const KINDS = ["added", "changed", "removed", "hidden", "restored"] as const;

function numbered(locale: OwnerLocale, number: string): string | null {
  return locale.translated(sentence("revision {number}", { number }));
}

function commandWord({ publication }: RevisionRecord): string {
  return publication?.command.split(" ").at(-1) ?? "";
}

/** Whether a revision has imported files. An edit of the business is an import without files. */
export function isImportOfFiles(record: RevisionRecord): boolean {
  return ["import", "watch"].includes(commandWord(record)) && record.publication?.sources.length !== 0;
}

/** Formats the command, the sources and the changes of a revision: "Import (reviews.csv): 3 new". */
export function changedBy(locale: OwnerLocale, record: RevisionRecord): string {
  const { publication } = record;
  const word = commandWord(record);
  const by = locale.verb(word) ?? shownCommand(record);
  // An undo names a revision, and all others name files and addresses.
  const called = (source: string) =>
    ["undo", "withdraw"].includes(word) ? numbered(locale, source.replace(/^revision /, "")) : lastPart(source);
  const sources = publication?.sources.map((source) => called(source) || source).join(", ") ?? "";
  const changes = publication?.changes;
  const counts = changes
    ? KINDS.filter((kind) => changes[kind] > 0).map((kind) => locale.count(kind, changes[kind]))
    : [];
  const what = word === "import" && sources === "" && counts.length === 0
    ? locale.words.business_changed
    : `${by}${sources === "" ? "" : ` (${sources})`}: ${counts.join(", ") || locale.words.no_review_changed}`;
  return publication?.person === undefined ? what : `${publication.person}: ${what}`;
}

async function revisionPage({ locale, kv, param, visitor }: Visit): Promise<Page> {
  const { words } = locale;
  const number = revisionNumber(param("number"));
  const revisions = await readRevisions(kv);
  const dataset = await revisionDataset(kv, revisions, number);
  const at = revisions.entries.findIndex(({ record }) => record.head.number === number);
  const [entry, earlier] = [revisions.entries[at], revisions.entries[at + 1]];
  const before = earlier === undefined ? null : await revisionDataset(kv, revisions, earlier.record.head.number);
  const isPublished = number === revisions.published;
  return {
    title: locale.say("revision_of", { time: locale.time(entry?.record.head.published_at ?? "") }),
    body: (
      <>
        <p>{entry && changedBy(locale, entry.record)}</p>
        {before === null && number > 1
          ? <p class="quiet">{words.earlier_gone}</p>
          : <Difference before={before} after={dataset} />}
        {entry && isImportOfFiles(entry.record) && mayAsk(visitor, "/history/withdraw") &&
          (earlier !== undefined || number === 1) && (
          <form method="post" action="/history/withdraw">
            <Hidden fields={[["number", String(number)]]} />
            <button class="second">{words.withdraw_import}</button>
          </form>
        )}
        {isPublished && earlier === undefined && number > 1 || !mayAsk(visitor, "/history/undo")
          ? null
          : (
            <form method="post" action="/history/undo">
              <Hidden fields={[["number", String(isPublished ? earlier?.record.head.number ?? 0 : number)]]} />
              <button class="second">{isPublished ? words.undo : words.go_back}</button>
            </form>
          )}
      </>
    ),
  };
}

const MOST = 20;

/** What differs between two revisions. `before` is null if nothing was published. */
function Difference({ before, after }: { readonly before: Dataset | null; readonly after: Dataset }) {
  const { words, count, say } = useLocale();
  const { added, changed, removed } = datasetDifference(before, after);
  const parts = changedParts(before ?? NOTHING, after);
  const groups = [["added", added], ["changed", changed.map(([, after]) => after)], ["removed", removed]] as const;
  return (
    <>
      {parts.includes("business") && <p>{words.business_changed}</p>}
      {parts.includes("settings of the pages") && <p>{words.settings_changed}</p>}
      {groups.filter(([, reviews]) => reviews.length > 0).map(([kind, reviews]) => (
        <section class="part">
          <ReviewList title={count(kind, reviews.length)} all={reviews.slice(0, MOST).map(storedReview)} />
          {reviews.length > MOST && <p class="quiet">{say("and_more", { count: reviews.length - MOST })}</p>}
        </section>
      ))}
    </>
  );
}

/** Publishes an earlier revision again; without a number the one before the published one. */
async function undoing({ locale, workspace, kv, published: before, form }: Visit): Promise<PreparedAction> {
  const wanted = form.text("number") === "" ? null : revisionNumber(form.text("number"));
  const { entries, published } = await readRevisions(kv);
  const last = entries.find(({ record }) => record.head.number < (published ?? 0))?.record.head.number ?? 0;
  // Further back what was hidden since stays hidden. The last change alone is taken back whole, as it may be a hiding.
  const keepsHidden = wanted !== null && wanted !== last;
  const { result: { dataset, plan } } = await executeUndo(kv, wanted, workspace.run(), keepsHidden);
  const kept = keepsHidden && wanted !== 0
    ? hiddenSince(before, await revisionDataset(kv, { entries, published }, wanted))
    : [];
  return {
    plan,
    choices: [],
    title: keepsHidden ? locale.words.go_back : locale.words.undo,
    back: "/history",
    effect: (
      <>
        <Figures before={publishedFigures(before?.reviews ?? [])} after={publishedFigures(dataset.reviews)} />
        {kept.length > 0 && (
          <ReviewList title={locale.say("stay_hidden", { count: kept.length })} all={kept.map(storedReview)} />
        )}
        <Difference before={before} after={dataset} />
      </>
    ),
    execute: async (run) => {
      const { end } = await executeUndo(kv, plan.effect.to, run, keepsHidden);
      const done = publishedNow(locale, end, "undo", dataset.reviews.length, "/history");
      const isErased = end === "unchanged" && plan.warnings.includes(ERASED_STAY);
      return isErased ? { ...done, text: locale.translated(ERASED_STAY) ?? "" } : done;
    },
  };
}

/** Withdraws what one import has added, and keeps all later changes. */
function withdrawing(visit: Visit): Promise<PreparedAction> {
  const { locale, kv, form } = visit;
  const number = revisionNumber(form.text("number"));
  return publishing(visit, (run) => executeWithdrawal(kv, number, run), ({ plan: { examples } }) => ({
    title: locale.words.withdraw_import,
    back: `/history/${number}`,
    intro: <p>{locale.count("removed", examples.length)}</p>,
    verb: "withdraw",
    at: "/history",
  }));
}
