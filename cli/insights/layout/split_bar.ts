/**
 * Divides the cells of a bar among parts in proportion, so that they add up exactly; a part above 0 gets at least one
 * cell while there are enough.
 *
 * @param parts Any numbers from 0 on.
 * @returns Cells of each part; all 0 when the parts are.
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
    // The part that has most too little gets a cell; the one that has most too much gives one, but not its last.
    const lacks = given.map((part, index) => (exact[index] ?? 0) - part);
    const wanted = left > 0
      ? lacks.indexOf(Math.max(...lacks))
      : lacks.indexOf(Math.min(...lacks.filter((_, index) => (given[index] ?? 0) > least)));
    given[wanted] = (given[wanted] ?? 0) + Math.sign(left);
  }
  return given;
}

/** How many cells a bar has that stands for a number, where the greatest number fills them all; 0 only for 0. */
export function barCells(number: number, greatest: number, cells: number): number {
  if (number <= 0 || greatest <= 0) return 0;
  return Math.max(1, Math.round(number / greatest * cells));
}
