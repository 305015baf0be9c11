/**
 * Builds a function that returns the same array for equal lists of ids: of 100,000 reviews most lists are empty or
 * alike.
 */
export function sharedLists(): (ids: readonly string[]) => string[] {
  const root: Shared = { list: [], next: null };
  return (ids) => {
    let node = root;
    for (const id of ids) {
      const next: Map<string, Shared> = node.next ??= new Map();
      const known = next.get(id) ?? { list: [...node.list, id], next: null };
      next.set(id, known);
      node = known;
    }
    return node.list;
  };
}

/** A list, and those that begin with it, by the id that comes next. */
interface Shared {
  readonly list: string[];
  next: Map<string, Shared> | null;
}
