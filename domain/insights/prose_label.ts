import { proseName } from "./prose/prose_name.ts";

/** A label within a sentence: `Problem resolution` is `problem resolution`, `AC repair` stays. */
export function proseLabel(label: string): string {
  const name = proseName(label);
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
