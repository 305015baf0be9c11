/** The number of the calendar month of a day `YYYY-MM-DD`; the next month has the next number. */
export function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
