import type { Business } from "../business.ts";
import {
  compareReviews,
  type HiddenReview,
  type ImportedReview,
  type Review,
  type ReviewAttributes,
} from "../review.ts";
import { tellProgress } from "../progress.ts";
import { resolveService, resolveTechnician, type Roster, rosterOf } from "../roster.ts";
import { type ErasedMarks, isErased, NO_MARKS, resemblesErased } from "./erased_marks.ts";
import { identifyReviews, type JoinDoubt } from "./identify_reviews.ts";
import type { Withheld } from "./import_changes.ts";
import { EMAIL_NOTE, withoutPersonalAddresses } from "./personal_addresses.ts";
import { withoutAliases } from "./same_reviews.ts";

/** The published reviews, and the business whose names were searched for in them. */
export interface PublishedReviews {
  readonly business: Business;
  readonly reviews: readonly Review[];
}

/** What an import may not publish. */
export interface WithheldReviews {
  readonly hidden: readonly HiddenReview[];
  readonly erased: ErasedMarks;
}

const NONE_WITHHELD: WithheldReviews = { hidden: [], erased: NO_MARKS };

/** The result of a merge. */
export interface MergedReviews {
  /** All reviews to publish, newest first. */
  readonly reviews: readonly Review[];
  /** All hidden reviews, newest first. */
  readonly hidden: readonly HiddenReview[];
  /** The reviews of the files, under the ids that they have now. */
  readonly imported: readonly ImportedReview[];
  /** Why reviews of the files are not published, by id. */
  readonly withheld: ReadonlyMap<string, Withheld>;
  readonly doubts: readonly JoinDoubt[];
}

/**
 * Merges imported reviews into the published ones by id: known ids are replaced, unknown ones added, and reviews that
 * are no longer verified removed. One without an id of its source gets that of the known review which it is a version
 * of. Mentions of technicians and services are searched for in every imported text, and in the published ones if the
 * roster has changed. E-mail and IP addresses are removed from imported texts. A hidden review takes what the file says
 * of it and stays hidden.
 *
 * @param isRestore Whether the files decide on ids: what is published under an alias does not change theirs.
 */
export function mergeReviews(
  published: PublishedReviews | null,
  imported: readonly ImportedReview[],
  business: Business,
  { hidden: wasHidden, erased: marks }: WithheldReviews = NONE_WITHHELD,
  isRestore = false,
): MergedReviews {
  const roster = rosterOf(business);
  const before = carriedOver(published, business, roster);
  const known = [...before, ...wasHidden];
  const allowed = new Set(business.email === null ? [] : [business.email.toLowerCase()]);
  const done = imported.map((review, place) => {
    tellProgress("merging", place, imported.length);
    return finished(review, business, roster, allowed);
  });
  const erased = new Set(done.filter(erasureTest(marks, known)));
  const identified = identifyReviews(done.filter((review) => !erased.has(review)), known);
  const merging = withoutAliases(identified.reviews, isRestore ? wasHidden : known);
  const reviews = new Map(before.map((review) => [review.id, review]));
  const hidden = new Map(wasHidden.map((review) => [review.id, review]));
  const withheld = new Map<string, Withheld>(Array.from(erased, ({ id }) => [id, "erased"]));
  for (const row of merging) {
    const { hidden_at, unnumbered, ...rest } = row;
    // A copy of each of a million reviews would take the memory of another import.
    const review = hidden_at === undefined && unnumbered === undefined ? row : rest;
    const { id } = review;
    withheld.delete(id);
    const hiddenAt = hidden.get(id)?.hidden_at ?? hidden_at;
    if (review.verified && hiddenAt === undefined) {
      reviews.set(id, review);
      continue;
    }
    reviews.delete(id);
    withheld.set(id, hiddenAt === undefined ? "unverified" : "keptHidden");
    if (review.verified && hiddenAt !== undefined) hidden.set(id, { ...review, hidden_at: hiddenAt });
  }
  return {
    reviews: [...reviews.values()].sort(compareReviews),
    hidden: [...hidden.values()].sort(compareReviews),
    imported: [...erased, ...merging],
    withheld,
    doubts: identified.doubts,
  };
}

/** Builds the test whether a review is not published because it was erased, or may be a later version of an erased one. */
function erasureTest(marks: ErasedMarks, known: readonly Review[]): (review: ImportedReview) => boolean {
  if (marks.key === null) return () => false;
  const contentOf = ({ source, author, date, text }: Review) => JSON.stringify([source, author, date, text]);
  const there = new Set(known.map(contentOf));
  return (review) =>
    isErased(marks, review) ||
    review.unnumbered === true && !there.has(contentOf(review)) && resemblesErased(marks, review);
}

/**
 * The published reviews with mentions for the new roster: those found in texts are searched for again, those stated in
 * files stay.
 */
function carriedOver(published: PublishedReviews | null, business: Business, roster: Roster): readonly Review[] {
  if (published === null) return [];
  if (sameNames(published.business, business)) return published.reviews;
  const old = rosterOf(published.business);
  return published.reviews.map((review) => {
    const text = review.text ?? "";
    const found = {
      technicians: new Set(old.technicians(text)),
      services: new Set(old.services(text)),
    };
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
  return withMentions(
    {
      id: review.id,
      author: publicName(clean(review.author)),
      author_avatar_url: review.author_avatar_url,
      rating: review.rating,
      date: review.date,
      text: review.text === null ? null : clean(review.text),
      source: review.source,
      source_url: review.source_url,
      owner_reply: review.owner_reply === null ? null : {
        text: clean(review.owner_reply.text),
        date: review.owner_reply.date,
      },
      verified: review.verified,
      mentioned_technicians: review.mentioned_technicians,
      mentioned_services: review.mentioned_services,
      ...review.attributes !== undefined && { attributes: cleanAttributes(review.attributes, clean) },
      ...review.aliases !== undefined && { aliases: review.aliases },
      ...review.hidden_at !== undefined && { hidden_at: review.hidden_at },
      ...review.unnumbered && { unnumbered: true },
    },
    business,
    roster,
  );
}

function cleanAttributes(attributes: ReviewAttributes, clean: (text: string) => string): ReviewAttributes {
  const { photos, product, visit_type, place, rating_as_given } = attributes;
  return {
    ...photos !== undefined && { photos },
    ...product !== undefined && { product: clean(product) },
    ...visit_type !== undefined && { visit_type: clean(visit_type) },
    ...place !== undefined && { place: clean(place) },
    ...rating_as_given !== undefined && { rating_as_given },
  };
}

/** A review with the technicians and services of a business that its text mentions. */
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

/** The author's name for publication; some shops let customers sign with only their e-mail address. */
function publicName(author: string): string {
  return author === EMAIL_NOTE ? "Anonymous" : author;
}
