import { z } from "zod";
import { CalendarDate } from "../string_formats.ts";
import { FACET_FILTERS, facetPhrase, NAME } from "./review_facets.ts";
import { SORTS } from "./search_index.ts";

const CURSOR_FORM = /^[A-Za-z0-9_-]{50}$/;

const STARS = "Expected a whole number of stars from 1 to 5";
const STAR_BOUND = "Expected a number of stars from 1 to 5";
const SENTIMENT = "Expected positive, neutral or negative";
const SORT = "Expected newest, helpful, oldest, highest, lowest or relevance";
const CURSOR = "Expected the next of an answer";
const QUERY = "Expected 1 to 200 characters, not all blank and no control characters";
const LIMIT = "Expected a whole number from 1 to 100";

/**
 * Search criteria as typed values, combined with AND. REST parses them from strings; the MCP tool passes the object.
 */
export const SearchFilters = z.object({
  rating: z.int(STARS).min(1, STARS).max(5, STARS).optional().meta({
    description: "Exactly this many stars.",
    examples: [4],
  }),
  min_rating: z.number(STAR_BOUND).min(1, STAR_BOUND).max(5, STAR_BOUND).optional().meta({
    description: "At least this many stars.",
    examples: [4],
  }),
  since: CalendarDate.optional().meta({ description: "On or after this day.", examples: ["2024-01-01"] }),
  until: CalendarDate.optional().meta({
    description: "On or before this day. It may not be before `since`: that is a 400, which no schema can say.",
    examples: ["2026-10-31"],
  }),
  query: facetPhrase(QUERY).optional().meta({
    description: "A substring of the text, by the letter, without spaces at its ends; upper and lower case are alike.",
    examples: ["hot water"],
  }),
  mentions_technician: facetPhrase(NAME).optional().meta({
    description: "Name, alias or id of a technician whom the text mentions.",
    examples: ["Gustav Lindqvist"],
  }),
  mentions_service: facetPhrase(NAME).optional().meta({
    description: "Id, label or alias of a service that the text mentions.",
    examples: ["water-heater"],
  }),
  limit: z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20).meta({
    description: "How many reviews to return at the most; `matched` counts all.",
    examples: [3],
  }),
  max_rating: z.number(STAR_BOUND).min(1, STAR_BOUND).max(5, STAR_BOUND).optional().meta({
    description: "At most this many stars. It may not be below `min_rating`.",
    examples: [5],
  }),
  aspect: facetPhrase(NAME).optional().meta({
    description: "Id, label or another name of an aspect that the text speaks of, as `/insights.json` counts them.",
    examples: ["quality_of_work"],
  }),
  sentiment: z.enum(["positive", "neutral", "negative"], SENTIMENT).optional().meta({
    description: "What the review says on the whole; together with `aspect`, what it says of that aspect.",
    examples: ["positive"],
  }),
  problem: facetPhrase(NAME).optional().meta({
    description: "Id, label or another name of a problem that the text speaks of, as `/insights.json` counts them.",
    examples: ["poor_communication"],
  }),
  ...FACET_FILTERS,
  words: facetPhrase(QUERY).optional().meta({
    description:
      'Words that the text has, in any order, also in another form (`heaters`, `no show`, `fruehstueck`); "in quotation ' +
      'marks" a phrase. The last word may be the beginning of one.',
    examples: ["water tanks"],
  }),
  sort: z.enum(SORTS, SORT).optional().meta({
    description: "What comes first: the newest review (the default) or the oldest, the highest or lowest rating with " +
      "the newest first among equals, the most helpful (long, recent texts and photos, mixed by stars as all are), or, " +
      "with `words`, the texts that have the words themselves.",
    examples: ["highest"],
  }),
  cursor: z.string(CURSOR).regex(CURSOR_FORM, CURSOR).optional().meta({
    description: "Where to go on: `next` of an answer to the same search. It holds after a publication too.",
    maxLength: 50,
  }),
});

/** The filters that the schema of the same name describes. */
export type SearchFilters = Readonly<z.output<typeof SearchFilters>>;

/** `params` of an issue that a filter contradicts the other end of its range. */
export const ORDER_FAULT: Readonly<Record<string, unknown>> = { isOrder: true };

/**
 * Adds the rules that span two filters: `since` is not after `until`, `min_rating` not above `max_rating`. These run
 * even if another filter is faulty, so that one answer reports all faults.
 */
export function withFilterRules<T extends z.ZodType<SearchFilters>>(schema: T): T {
  return schema.refine(
    ({ since, until }) => since === undefined || until === undefined || since <= until,
    {
      path: ["until"],
      error: "Expected a day that is not before since",
      params: ORDER_FAULT,
      when: bothRight("since", "until"),
    },
  ).refine(
    ({ min_rating: least = 1, max_rating: most = 5 }) => least <= most,
    {
      path: ["max_rating"],
      error: "Expected a number of stars that is not below min_rating",
      params: ORDER_FAULT,
      when: bothRight("min_rating", "max_rating"),
    },
  );
}

function bothRight(one: string, other: string) {
  return ({ value, issues }: z.core.ParsePayload) =>
    typeof value === "object" && value !== null &&
    !issues.some(({ path }) => path?.[0] === one || path?.[0] === other);
}
