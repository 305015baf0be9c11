// What surveys and shops write, or people type, where there is no text.
const PLACEHOLDERS = new Set(
  ("did not answer|no answer|not answered|n a|na|not applicable|none given|no comment|no comments|no further comment|" +
    "no further comments|no text|no review|nil|no response|left blank|blank|test|null|undefined").split("|"),
);
const MARKS = /[^\p{L}\p{N}\p{S}]+/gu;
const LONGEST = 24;

/** Tells whether a text says anything: "N/A" and "Did not answer" stand where there is none. */
export function hasWords(text: string | null): text is string {
  if (text === null || text === "") return false;
  return text.length > LONGEST || !PLACEHOLDERS.has(text.toLowerCase().replace(MARKS, " ").trim());
}
