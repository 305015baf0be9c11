/** Makes a function that gives equal lists of ids the same list: in 100,000 reviews most are empty or alike. */
export function sharedLists(): (ids: readonly string[]) => string[] {
  const lists = new Map<string, string[]>();
  return (ids) => {
    // A technician who is in no roster has a name for an id, which may hold any character.
    const key = JSON.stringify(ids);
    const known = lists.get(key) ?? [...ids];
    lists.set(key, known);
    return known;
  };
}
