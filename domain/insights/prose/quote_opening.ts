import type { Customer } from "../taxonomy/taxonomy.ts";

/** Which part a quotation plays in an answer. */
export type QuoteRole = "praise" | "complaint" | "complaint after praise" | "praise after complaint";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/**
 * The words before a quotation, with the month of its review. They take turns, because fifty answers with the same ones
 * read like a form.
 *
 * @param date Of the review, `YYYY-MM-DD`.
 * @param turn How many answers stand before.
 */
export function quoteOpening(role: QuoteRole, { one }: Customer, date: string, turn: number): string {
  const openings = openingsOf(role, one, `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`);
  return openings[turn % openings.length] ?? "";
}

// The numbers of openings are odd and differ, so that pairs of them change as well.
function openingsOf(role: QuoteRole, customer: string, month: string): readonly string[] {
  switch (role) {
    case "praise":
      return [
        `One ${customer} wrote in ${month}`,
        `From a review of ${month}`,
        `In the words of one ${customer}, in ${month}`,
        `A review of ${month} says`,
        `In ${month} one ${customer} wrote`,
      ];
    case "complaint":
      return [
        `A complaint of ${month}`,
        `From a critical review of ${month}`,
        `In ${month} one ${customer} complained`,
      ];
    case "complaint after praise":
      return [
        `Another ${customer} complained in ${month}`,
        `From a critical review of ${month}`,
        `Against that, in ${month}`,
      ];
    case "praise after complaint":
      return [`A kinder review, of ${month}`, `Another was content in ${month}`, `Praise from ${month}`];
  }
}
