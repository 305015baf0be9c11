const LONGEST = 120;

/** A name for use in a sentence: on one line, without quotation marks, cut to 120 characters. */
export function proseName(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}\s“”"]+/gu, " ").trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("").trimEnd()}…`;
}

/**
 * A label for use in a sentence: `Problem resolution` becomes `problem resolution`; `AC repair` stays, and so does a
 * proper name of several capitals, such as `Iron Man Experience`.
 */
export function proseLabel(label: string): string {
  const name = proseName(label);
  const isProper = /\s\p{Lu}\p{Ll}/u.test(name);
  return /^\p{Lu}\p{Ll}/u.test(name) && !isProper ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
