/** Stands for an unknown figure. */
const NOT_MEASURED = "–";

/** A share for display: `72%`. */
export function shownPercent(percent: number | null): string {
  return percent === null ? NOT_MEASURED : `${Math.round(percent)}%`;
}

/** An average rating for display, one decimal: `4.9`. */
export function shownStars(stars: number | null): string {
  return stars === null ? NOT_MEASURED : stars.toFixed(1);
}

/** A number with its noun: `1 review`, `2 reviews`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
