/** Where an aspect of the restaurant taxonomy belongs: the first of these that a set has. */
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
 * The categories of a set to which aspects of the restaurant taxonomy belong, each with the indexes
 * of its aspects; an aspect of which the set has no category is left out. "Miscellaneous" is what
 * remains when nothing else is found: so the sets define it, and no word list can say it. Unless a
 * set has a category of places, praise of a place is so too, and nothing beside another category.
 *
 * @param aspects Ids of the aspects that were found.
 * @param known The categories that the set has.
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
