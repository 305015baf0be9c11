import { z } from "zod";
import { foldText } from "../normalize_text.ts";
import { languageOf } from "../insights/text/language_of.ts";
import type { Review } from "../review.ts";

/** Value of a facet in a search. */
export type FacetValue = string | boolean;

interface ReviewFacet<Filter extends z.ZodType> {
  readonly filter: Filter;
  /** Value of a review; null if it has none. */
  readonly valueOf: (review: Review) => FacetValue | null;
}

// Blanks, one non-blank, then anything but control characters. The first two classes are disjoint, because overlapping
// ones took quadratic time on long input. RE2 refuses look-around and \u. \xHH above 7f is a byte in Ruby, and Python
// knows no \p, so the controls from 80 to 9f are not excluded.
const PRINTABLE = new RegExp(String.raw`^[^\S\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$`);
/** Fault of a name in a filter. */
export const NAME = "Expected a name of 1 to 200 characters, not all blank and no control characters";
const FLAG = "Expected true or false";

/** Schema of a text in a filter. */
export function facetPhrase(error: string) {
  return z.string(error).min(1, error).max(200, error).regex(PRINTABLE, error);
}

function facet<Filter extends z.ZodType>(
  filter: Filter,
  description: string,
  example: FacetValue,
  valueOf: (review: Review) => FacetValue | null,
): ReviewFacet<z.ZodOptional<Filter>> {
  return { filter: filter.optional().meta({ description, examples: [example] }), valueOf };
}

const flag = z.boolean(FLAG);

/**
 * The facets by the names of their filters. A line here creates the index, the filter of REST and MCP, the choice on
 * the pages and the attribute of the widget. `routes/pages/language/` holds the words of the pages.
 */
export const REVIEW_FACETS = {
  verified: facet(
    flag,
    "Only reviews that are verified, or only those that are not; the latter are left out by default.",
    true,
    ({ verified }) => verified,
  ),
  source: facet(facetPhrase(NAME), "Only reviews of this source, by its name.", "google", ({ source }) => source),
  replied: facet(
    flag,
    "Only reviews with a reply of the business, or only those without.",
    false,
    ({ owner_reply }) => owner_reply !== null,
  ),
  language: facet(
    facetPhrase(NAME),
    "Only reviews in this language (RFC 5646), as guessed from the words; `und` is a language that was not recognised.",
    "en",
    ({ text }) => text === null ? null : languageOf(text),
  ),
  has_photos: facet(
    flag,
    "Only reviews with photos of the reviewer, or only those without.",
    false,
    ({ attributes }) => (attributes?.photos?.length ?? 0) > 0,
  ),
  has_text: facet(
    flag,
    "Only reviews with a text, or only ratings without words.",
    true,
    ({ text }) => text !== null,
  ),
} as const;

/** Name of a facet. */
export type FacetName = keyof typeof REVIEW_FACETS;

/** The names of all facets. */
export const FACET_NAMES = Object.keys(REVIEW_FACETS) as readonly FacetName[];

/** The filters of all facets. */
export const FACET_FILTERS = Object.fromEntries(
  Object.entries(REVIEW_FACETS).map(([name, { filter }]) => [name, filter]),
) as { readonly [name in FacetName]: typeof REVIEW_FACETS[name]["filter"] };

/** Key of a value in the index: texts are folded. */
export function facetKey(value: FacetValue): string {
  return foldText(String(value));
}
