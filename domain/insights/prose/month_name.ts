const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A month in words: `May 2026`. @param number As `monthNumber` counts. */
export function monthName(number: number): string {
  return `${MONTHS[number % 12]} ${Math.floor(number / 12)}`;
}
