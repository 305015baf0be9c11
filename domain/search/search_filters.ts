import { z } from "zod";
import { CalendarDate } from "../calendar_date.ts";

// Blank characters, one that is not, then any but control characters. The first two classes exclude each other, as two
// that overlap took quadratic time on long input. No look-around and no \u, which RE2 refuses; \xHH is understood by all.
const PRINTABLE = new RegExp(
  String.raw`^[^\S\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`,
);

const STARS = "Expected a whole number of stars from 1 to 5";
const LEAST_STARS = "Expected a number of stars from 1 to 5";
const QUERY = "Expected 1 to 200 characters, not all blank and no control characters";
const NAME = "Expected a name of 1 to 200 characters, not all blank and no control characters";
const LIMIT = "Expected a whole number from 1 to 100";

function phrase(error: string) {
  return z.string(error).min(1, error).max(200, error).regex(PRINTABLE, error);
}

/**
 * Search criteria, combined with AND, in their own types. REST parses them from strings; the MCP tool passes the
 * object.
 */
export const SearchFilters = z.object({
  rating: z.int(STARS).min(1, STARS).max(5, STARS).optional().meta({
    description: "Exactly this many stars.",
    examples: [5],
  }),
  min_rating: z.number(LEAST_STARS).min(1, LEAST_STARS).max(5, LEAST_STARS).optional().meta({
    description: "At least this many stars.",
    examples: [4],
  }),
  since: CalendarDate.optional().meta({ description: "On or after this day.", examples: ["2024-01-01"] }),
  until: CalendarDate.optional().meta({
    description: "On or before this day. It may not be before `since`: that is a 400, which no schema can say.",
    examples: ["2026-10-31"],
  }),
  query: phrase(QUERY).optional().meta({
    description: "Text that the review contains, as a substring; upper and lower case are alike.",
    examples: ["water heater"],
  }),
  mentions_technician: phrase(NAME).optional().meta({
    description: "Name, alias or id of a technician whom the text mentions.",
    examples: ["Rafael Ibarra"],
  }),
  mentions_service: phrase(NAME).optional().meta({
    description: "Id, label or alias of a service that the text mentions.",
    examples: ["water-heater"],
  }),
  limit: z.int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(20).meta({
    description: "How many reviews to return at the most; `matched` counts all.",
    examples: [3],
  }),
});

/** The filters that the schema of the same name describes. */
export type SearchFilters = Readonly<z.output<typeof SearchFilters>>;

/**
 * Adds the rule that spans two filters: `since` is not after `until`. Also checked if another filter is wrong, so that
 * one answer reports all faults.
 */
export function withFilterRules<T extends z.ZodType<SearchFilters>>(schema: T): T {
  return schema.refine(
    (filters) => !filters.since || !filters.until || filters.since <= filters.until,
    {
      path: ["until"],
      error: "Expected a day that is not before since",
      when: ({ value, issues }) =>
        typeof value === "object" && value !== null &&
        !issues.some((issue) => issue.path?.[0] === "since" || issue.path?.[0] === "until"),
    },
  );
}
