/** The categories of each aspect of the restaurant taxonomy: the first that the labelled set has counts. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  food: ["food"],
  drinks: ["drinks", "food"],
  service: ["service"],
  waiting_time: ["waiting_time", "service"],
  staff: ["staff", "service"],
  ambience: ["ambience"],
  location: ["location", "place", "miscellaneous"],
  price: ["price"],
  menu: ["menu", "food"],
  experience: ["experience", "miscellaneous"],
};
const PLACE = "place";
const MISCELLANEOUS = "miscellaneous";

/**
 * Maps aspects of the restaurant taxonomy to the categories of a labelled set, each with the indexes of its aspects;
 * aspects without a category are left out. "Miscellaneous" applies if nothing else is found, which is how the sets
 * define it. Unless the set has a category of places, praise of the place is miscellaneous as well, and is dropped
 * beside any other category.
 *
 * @param aspects Ids of the aspects that were found.
 * @param known The categories of the set.
 */
export function categoriesOf(
  aspects: readonly string[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  aspects.forEach((aspect, index) => {
    const category = (CATEGORIES[aspect] ?? [aspect]).find((category) => known.has(category));
    if (category !== undefined) found.set(category, [...found.get(category) ?? [], index]);
  });
  if (found.size > 1 && !known.has(PLACE)) found.delete(MISCELLANEOUS);
  if (found.size === 0 && known.has(MISCELLANEOUS)) found.set(MISCELLANEOUS, []);
  return found;
}
