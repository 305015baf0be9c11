/** A figure in words; null is said to be not measured, never left out or shown as 0. */
export function measured(figure: number | null, unit = ""): string {
  return figure === null ? "not measured" : `${figure}${unit}`;
}
