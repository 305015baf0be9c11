/** The features of one example: numbers, in the order in which they were added. Used again for the next example. */
export class FeatureList {
  /** Of these the first `length` count. */
  keys: Int32Array = new Int32Array(512);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(key: number): void {
    if (this.length === this.keys.length) {
      const longer = new Int32Array(2 * this.keys.length);
      longer.set(this.keys);
      this.keys = longer;
    }
    this.keys[this.length++] = key;
  }
}

/** One number of two, so that no two pairs of this program's features are likely to share it. */
export function mixed(one: number, other: number): number {
  let hash = Math.imul(one, 0x9e3779b1) ^ other;
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return hash ^ hash >>> 16;
}

/** The number of a text (FNV-1a of its UTF-16 code units, mixed). */
export function textKey(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash, text.length);
}
