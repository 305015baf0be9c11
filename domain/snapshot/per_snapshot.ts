import type { Snapshot } from "./snapshot.ts";

/** As many as a page has: one for each locale, and one for each language that an address names. */
const MOST_VARIANTS = 20;
const NONE = {};

/**
 * Caches what is made of a snapshot, as long as the snapshot is in use.
 *
 * @param make Makes the value of a snapshot (or null) and a variant. A promise that rejects is not kept.
 * @returns Function that returns the cached value or makes it. More than 20 variants of one snapshot empty its cache.
 */
export function perSnapshot<Made, Of extends Snapshot | null = Snapshot, Variant extends string | number = "">(
  make: (snapshot: Of, variant: Variant) => Made,
): (snapshot: Of, variant?: Variant) => Made {
  const known = new WeakMap<object, Map<Variant, { readonly made: Made }>>();
  return (snapshot, variant = "" as Variant) => {
    const variants = known.get(snapshot ?? NONE) ?? new Map<Variant, { readonly made: Made }>();
    known.set(snapshot ?? NONE, variants);
    const found = variants.get(variant);
    if (found !== undefined) return found.made;
    const made = make(snapshot, variant);
    if (variants.size >= MOST_VARIANTS) variants.clear();
    variants.set(variant, { made });
    if (made instanceof Promise) made.catch(() => variants.delete(variant));
    return made;
  };
}
