/** The categories of each restaurant aspect, in order of preference. The first one that the labelled set has counts. */
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
 * Maps aspects of the restaurant taxonomy to the categories of a labelled set, each with the indexes of its aspects.
 * Drops aspects without a category. As the sets define it, "miscellaneous" applies if nothing else is found. In a set
 * without a category for places, aspects of the place count as miscellaneous, unless there is another category.
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
