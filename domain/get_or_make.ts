/**
 * Returns the value of a key, and makes it first if there is none. `Map.getOrInsertComputed` does the same, but the Deno
 * of Deno Deploy lacks it.
 */
export function getOrMake<Key, Value extends NonNullable<unknown>>(
  map: { readonly get: (key: Key) => Value | undefined; readonly set: (key: Key, value: Value) => unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
