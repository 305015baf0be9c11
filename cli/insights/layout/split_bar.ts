/**
 * Divides the cells of a bar in proportion to its parts. The results add up to `cells`, and a part above 0 gets at
 * least one cell if there are enough.
 *
 * @param parts Non-negative numbers.
 * @returns Cells of each part; all 0 if the parts are.
 */
export function splitCells(parts: readonly number[], cells: number): readonly number[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  if (total === 0) return parts.map(() => 0);
  const shown = parts.filter((part) => part > 0).length;
  const least = cells >= shown ? 1 : 0;
  const exact = parts.map((part) => part / total * cells);
  const given = exact.map((share, index) => Math.max(Math.floor(share), (parts[index] ?? 0) > 0 ? least : 0));
  let left = cells - given.reduce((sum, part) => sum + part, 0);
  for (; left !== 0; left -= Math.sign(left)) {
    // Take the largest rounding error first; a part never loses its last cell.
    const lacks = given.map((part, index) => (exact[index] ?? 0) - part);
    const wanted = left > 0
      ? lacks.indexOf(Math.max(...lacks))
      : lacks.indexOf(Math.min(...lacks.filter((_, index) => (given[index] ?? 0) > least)));
    given[wanted] = (given[wanted] ?? 0) + Math.sign(left);
  }
  return given;
}

/** Length of a bar in cells, where `greatest` fills all of them; 0 only for 0. */
export function barCells(number: number, greatest: number, cells: number): number {
  if (number <= 0 || greatest <= 0) return 0;
  return Math.max(1, Math.round(number / greatest * cells));
}
