/** What stands for a figure that nothing measured. */
const NOT_MEASURED = "–";

/** A share for people: `72%`. */
export function shownPercent(percent: number | null): string {
  return percent === null ? NOT_MEASURED : `${Math.round(percent)}%`;
}

/** Average stars for people, with one decimal: `4.9`. */
export function shownStars(stars: number | null): string {
  return stars === null ? NOT_MEASURED : stars.toFixed(1);
}

/** A number of things: `1 review`, `2 reviews`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
