/** A page on which one sentence stands four times with other names reads like a form. */
const MOST_USES = 3;

/** Gives out ways to say something, each at most three times in one document. */
export interface Frames {
  /** The way that was used least so far, the first of several; null when all are used up. */
  readonly next: <Frame extends string>(frames: readonly Frame[]) => Frame | null;
}

/** Frames of one document. They are told apart by their text. */
export function newFrames(): Frames {
  const uses = new Map<string, number>();
  return {
    next: (frames) => {
      const [first] = frames.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0));
      if (first === undefined || (uses.get(first) ?? 0) >= MOST_USES) return null;
      uses.set(first, (uses.get(first) ?? 0) + 1);
      return first;
    },
  };
}

/** A frame with its names in braces put in. */
export function framed(frame: string, values: Readonly<Record<string, string>>): string {
  return frame.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
