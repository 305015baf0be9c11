import { isIPv6 } from "node:net";
import type { Business } from "../business.ts";
import { showsUnverified, type UnverifiedAnswers } from "./dataset.ts";
import { type ErasedMarks, isErased, NO_MARKS, resemblesErased } from "./erased_marks.ts";
import { identifyReviews, type JoinDoubt } from "./identify_reviews.ts";
import type { Withheld } from "./import_changes.ts";
import { withoutAliases } from "./same_reviews.ts";
import { tellProgress } from "../progress.ts";
import {
  ANONYMOUS,
  compareReviews,
  type HiddenMark,
  hiddenMark,
  type HiddenReview,
  type ImportedReview,
  type Review,
  type ReviewAttributes,
  withheldState,
  withoutHiddenMark,
} from "../review.ts";
import { resolveService, resolveTechnician, type Roster, rosterOf } from "../roster.ts";

interface PublishedReviews {
  readonly business: Business;
  readonly reviews: readonly Review[];
}

interface WithheldReviews {
  readonly hidden: readonly HiddenReview[];
  readonly erased: ErasedMarks;
  /** Time from which reviews are withheld because of statements of their source. */
  readonly now: Date;
}

const NONE_WITHHELD: WithheldReviews = { hidden: [], erased: NO_MARKS, now: new Date(0) };

interface MergedReviews {
  readonly reviews: readonly Review[];
  readonly hidden: readonly HiddenReview[];
  /** Reviews of the files under their current ids, without those that their source does not publish. */
  readonly imported: readonly ImportedReview[];
  /** Ids of all reviews of the files. */
  readonly named: ReadonlySet<string>;
  /** Reasons why reviews of the files are not published, by id. */
  readonly withheld: ReadonlyMap<string, Withheld>;
  readonly doubts: readonly JoinDoubt[];
}

/**
 * Merges imported reviews into the published ones by id: replaces known ids and adds unknown ones. Withholds reviews that
 * their source does not verify, or does not publish. A review without a source id gets the id of its known
 * version (see `identifyReviews`). Finds mentions in imported texts, and in published texts if the roster has changed.
 * Removes e-mail and IP addresses from imported texts. A hidden review takes the imported content and stays hidden.
 *
 * @param isRestore Whether to keep the files' ids even where they are aliases of published reviews.
 */
export function mergeReviews(
  published: PublishedReviews | null,
  imported: readonly ImportedReview[],
  next: UnverifiedAnswers,
  { hidden: storedHidden, erased: marks, now }: WithheldReviews = NONE_WITHHELD,
  isRestore = false,
): MergedReviews {
  const { business } = next;
  const roster = rosterOf(business);
  const { reviews: before, hidden: wasHidden } = settledReviews(
    carriedOver(published, business, roster),
    storedHidden,
    next,
    roster,
    now,
  );
  const known = [...before, ...wasHidden];
  const allowed = new Set(business.email === null ? [] : [business.email.toLowerCase()]);
  const done = imported.map((review, place) => {
    tellProgress("merging", place, imported.length);
    return finished(review, business, roster, allowed);
  });
  const wasErased = erasureTest(marks, known, done);
  const erased = new Set(done.filter(wasErased));
  const identified = identifyReviews(done.filter((review) => !erased.has(review)), known);
  const merging = withoutAliases(identified.reviews, isRestore ? wasHidden : known);
  const reviews = new Map(before.map((review) => [review.id, review]));
  const hidden = new Map(wasHidden.map((review) => [review.id, review]));
  const withheld = new Map<string, Withheld>(Array.from(erased, ({ id }) => [id, "erased"]));
  const shown = merging.filter(isShown);
  // Publishable versions come last, so that they win if the files contain both.
  for (const given of [...merging.filter((row) => !isShown(row)), ...shown]) {
    // A row without a rating withholds a known review, and is no review itself.
    const known = given.rating === 0 ? reviews.get(given.id) ?? hidden.get(given.id) : given;
    if (known === undefined) continue;
    const row: ImportedReview = known === given ? given : { ...known, unpublished: true };
    // Copy only if necessary: copies of a million reviews would take as much memory as a second import.
    const { unnumbered, unpublished, ...rest } = row;
    const plain = unnumbered === undefined && unpublished === undefined ? row : rest;
    const imported = row.hidden_at === undefined ? plain : withoutHiddenMark(plain);
    const { id } = imported;
    const review = isRestore ? imported : withStatements(imported, reviews.get(id) ?? hidden.get(id));
    withheld.delete(id);
    reviews.delete(id);
    const mark = withheldMark(row, hiddenMark(hidden.get(id) ?? row), next, now);
    hidden.delete(id);
    if (mark === null) reviews.set(id, review);
    else {
      hidden.set(id, { ...review, ...mark });
      withheld.set(id, withheldState(mark.hidden_reason) === "hidden" ? "keptHidden" : "unverified");
    }
  }
  return {
    reviews: [...reviews.values()].sort(compareReviews),
    hidden: [...hidden.values()].sort(compareReviews),
    imported: [...[...erased].filter(isShown), ...shown],
    named: new Set(merging.map(({ id }) => id)),
    withheld,
    doubts: identified.doubts,
  };
}

/**
 * Adds what the owner has stated here and the source does not give: the tie of the author, and the answer. A platform
 * lists all answers, so one that it lacks was deleted there.
 */
function withStatements<Kind extends Review>(review: Kind, before: Review | undefined): Kind {
  const relation = review.relation ?? before?.relation;
  const answer = review.verification === "business" ? before?.owner_reply ?? null : null;
  const owner_reply = review.owner_reply ?? answer;
  if (relation === review.relation && owner_reply === review.owner_reply) return review;
  return { ...review, owner_reply, ...relation !== undefined && { relation } };
}

function isShown({ unpublished }: ImportedReview): boolean {
  return !unpublished;
}

/**
 * Returns why a review is withheld; null if it is published. A review that the operator has hidden stays hidden. One
 * that its source does not publish is withheld. So is an unverified one, unless those of its source are published.
 * @param known The mark of the stored review; null without one.
 * @param now Time from which the review is withheld.
 */
export function withheldMark(
  { source, verified, unpublished, hidden_reason }: Pick<
    ImportedReview,
    "source" | "verified" | "unpublished" | "hidden_reason"
  >,
  known: HiddenMark | null,
  answers: UnverifiedAnswers,
  now: Date,
): HiddenMark | null {
  if (known !== null && withheldState(known.hidden_reason) === "hidden") return known;
  const isUnpublished = unpublished || hidden_reason === "not_published";
  if (!isUnpublished && (verified || showsUnverified(answers, source))) return null;
  const reason = isUnpublished ? "not_published" : "not_verified";
  return known?.hidden_reason === reason ? known : { hidden_at: now.toISOString(), hidden_reason: reason };
}

function settledReviews(
  reviews: readonly Review[],
  hidden: readonly HiddenReview[],
  next: UnverifiedAnswers,
  roster: Roster,
  now: Date,
): { readonly reviews: readonly Review[]; readonly hidden: readonly HiddenReview[] } {
  const markOf = (review: Review & Partial<HiddenMark>) => withheldMark(review, hiddenMark(review), next, now);
  const isLeaving = reviews.some((review) => markOf(review) !== null);
  const coming = hidden.filter((review) => markOf(review) === null);
  // Most imports change none. Then the lists are reused, as copies of a million reviews take memory.
  if (!isLeaving && coming.length === 0) return { reviews, hidden };
  return {
    reviews: [
      ...reviews.filter((review) => markOf(review) === null),
      ...coming.map((review) => withMentions(withoutHiddenMark(review), next.business, roster)),
    ],
    hidden: [
      ...hidden.filter((review) => markOf(review) !== null),
      ...reviews.flatMap((review) => {
        const mark = markOf(review);
        return mark === null ? [] : [{ ...review, ...mark }];
      }),
    ],
  };
}

/**
 * Returns a predicate: true for a review that was erased, or may be a later version of an erased one. A row that equals
 * a known review is not one, nor is a row that equals an imported review with an id: that one is known next time, and
 * a second import of the same files then added the row.
 */
function erasureTest(
  marks: ErasedMarks,
  known: readonly Review[],
  imported: readonly ImportedReview[],
): (review: ImportedReview) => boolean {
  if (marks.key === null) return () => false;
  const contentOf = ({ source, author, date, text }: Review) => JSON.stringify([source, author, date, text]);
  const numbered = imported.filter((review) => review.unnumbered !== true && !isErased(marks, review));
  const there = new Set([...known, ...numbered].map(contentOf));
  return (review) =>
    isErased(marks, review) ||
    review.unnumbered === true && !there.has(contentOf(review)) && resemblesErased(marks, review);
}

/**
 * Returns the published reviews with mentions by the new roster. Finds mentions in texts again; keeps those that files
 * stated.
 */
function carriedOver(published: PublishedReviews | null, business: Business, roster: Roster): readonly Review[] {
  if (published === null) return [];
  if (sameNames(published.business, business)) return published.reviews;
  const old = rosterOf(published.business);
  return published.reviews.map((review) => {
    const text = review.text ?? "";
    const found = { technicians: new Set(old.technicians(text)), services: new Set(old.services(text)) };
    return withMentions(
      {
        ...review,
        mentioned_technicians: review.mentioned_technicians.filter((name) => !found.technicians.has(name)),
        mentioned_services: review.mentioned_services.filter((id) => !found.services.has(id)),
      },
      business,
      roster,
    );
  });
}

function sameNames(a: Business, b: Business): boolean {
  return JSON.stringify([a.technicians, a.services]) ===
    JSON.stringify([b.technicians, b.services]);
}

function finished(
  review: ImportedReview,
  business: Business,
  roster: Roster,
  allowed: ReadonlySet<string>,
): ImportedReview {
  const clean = (text: string) => withoutPersonalAddresses(text.toWellFormed(), allowed);
  return withMentions(cleaned(review, CLEANERS, clean), business, roster);
}

type Clean = (text: string) => string;

/** How the words in each member are cleaned; null for a member without words of people. */
type Cleaners<Members> = {
  readonly [Name in keyof Members]-?: ((value: NonNullable<Members[Name]>, clean: Clean) => Members[Name]) | null;
};

const cleanWords = (text: string, clean: Clean) => clean(text);

const ATTRIBUTE_CLEANERS: Cleaners<ReviewAttributes> = {
  photos: null,
  product: cleanWords,
  visit_type: cleanWords,
  place: cleanWords,
  rating_as_given: null,
  date_precision: null,
};

const CLEANERS: Cleaners<Review> = {
  id: null,
  author: (author, clean) => publicName(clean(author)),
  author_avatar_url: null,
  rating: null,
  date: null,
  text: cleanWords,
  source: null,
  source_url: null,
  owner_reply: (reply, clean) => ({ ...reply, text: clean(reply.text) }),
  verified: null,
  verification: null,
  incentive: cleanWords,
  mentioned_technicians: null,
  mentioned_services: null,
  attributes: (attributes, clean) => cleaned(attributes, ATTRIBUTE_CLEANERS, clean),
  aliases: null,
  relation: null,
};

/** Returns a copy with clean words. Members of other names stay as they are. */
function cleaned<Members extends object, Kind extends Members>(
  members: Kind,
  cleaners: Cleaners<Members>,
  clean: Clean,
): Kind {
  const copy = { ...members };
  for (const name in cleaners) {
    const value = copy[name];
    if (value !== undefined && value !== null) {
      copy[name] = (cleaners[name]?.(value, clean) ?? value) as Kind[typeof name];
    }
  }
  return copy;
}

/** Adds the technicians and services that a review's text mentions. */
export function withFoundMentions(review: Review, business: Business): Review {
  return withMentions(review, business, rosterOf(business));
}

function withMentions<Kind extends ImportedReview>(review: Kind, business: Business, roster: Roster): Kind {
  const text = review.text ?? "";
  return {
    ...review,
    mentioned_technicians: [
      ...new Set([
        ...review.mentioned_technicians.map((name) => resolveTechnician(business, name) ?? name),
        ...roster.technicians(text),
      ]),
    ],
    mentioned_services: [
      ...new Set([
        ...review.mentioned_services.map((id) => resolveService(business, id) ?? id),
        ...roster.services(text),
      ]),
    ],
  };
}

// Bounded repetitions: with an unbounded local part, a long word without "@" took quadratic time.
const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}]{2,63}/gu;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

const IPV4 = new RegExp(
  `(?<![\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d]|\\.\\d)`,
  "g",
);

const IPV6 = /(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi;
const EMAIL_NOTE = "[e-mail address removed]";

/**
 * Replaces the e-mail and IP addresses in a text by a note.
 *
 * @param allowed Addresses to keep, in lower case: the business's own public one, which it gives in replies.
 */
export function withoutPersonalAddresses(text: string, allowed: ReadonlySet<string>): string {
  let clean = text;
  if (clean.includes("@")) {
    clean = clean.replace(EMAIL, (found) => allowed.has(found.toLowerCase()) ? found : EMAIL_NOTE);
  }
  if (/\d\.\d/.test(clean)) clean = clean.replace(IPV4, "[IP address removed]");
  if (clean.includes(":")) {
    // "12:30:45" is a time and "::" punctuation: only valid addresses with a digit are replaced.
    clean = clean.replace(IPV6, (found) => isIPv6(found) && /\d/.test(found) ? "[IP address removed]" : found);
  }
  return clean;
}

/** Returns the author's name for publication. Some shops let customers sign with only an e-mail address. */
function publicName(author: string): string {
  return author === EMAIL_NOTE ? ANONYMOUS : author;
}
