import type { Representation } from "../../domain/documents/representation.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/**
 * Makes a representation of a snapshot at its first request and keeps it as long as the snapshot: everybody gets the
 * same bytes, prepared once.
 *
 * @param make Is called once a snapshot and variant; a failure is not kept.
 * @returns The representation of a variant. Variants have to be few: none is forgotten before the snapshot is.
 */
export function preparedOnce<Variant extends string | number = "">(
  make: (snapshot: Snapshot, variant: Variant) => Promise<Representation>,
): (snapshot: Snapshot, variant: Variant) => Promise<Representation> {
  const known = new WeakMap<Snapshot, Map<Variant, Promise<Representation>>>();
  return (snapshot, variant) => {
    const variants = known.get(snapshot) ?? new Map<Variant, Promise<Representation>>();
    known.set(snapshot, variants);
    const prepared = variants.get(variant) ?? make(snapshot, variant);
    variants.set(variant, prepared);
    prepared.catch(() => variants.delete(variant));
    return prepared;
  };
}
