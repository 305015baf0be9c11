/**
 * Builds a function that returns the same array for equal lists of items, such as ids: of 100,000 reviews most lists
 * are empty or alike.
 */
export function sharedLists<Item>(): (items: readonly Item[]) => Item[] {
  const root: Shared<Item> = { list: [], next: null };
  return (items) => {
    let node = root;
    for (const item of items) {
      const next: Map<Item, Shared<Item>> = node.next ??= new Map();
      let known = next.get(item);
      if (known === undefined) {
        known = { list: [...node.list, item], next: null };
        next.set(item, known);
      }
      node = known;
    }
    return node.list;
  };
}

/** A list, and those that begin with it, by the item that comes next. */
interface Shared<Item> {
  readonly list: Item[];
  next: Map<Item, Shared<Item>> | null;
}
