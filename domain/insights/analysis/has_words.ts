/** Texts that stand for no text: what survey tools and shops export, or people type into a required field. */
const PLACEHOLDERS = new Set(
  ("did not answer|no answer|not answered|n a|na|not applicable|none given|no comment|no comments|no further comment|" +
    "no further comments|no text|no review|nil|no response|left blank|blank|test|null|undefined").split("|"),
);
const PLACEHOLDER_MARKS = /[^\p{L}\p{N}\p{S}]+/gu;
/** In characters, with some marks around it. */
const LONGEST_PLACEHOLDER = 24;

/** Whether a text says anything: "N/A" and "Did not answer" do not. */
export function hasWords(text: string | null): text is string {
  if (text === null || text === "") return false;
  return text.length > LONGEST_PLACEHOLDER ||
    !PLACEHOLDERS.has(text.toLowerCase().replace(PLACEHOLDER_MARKS, " ").trim());
}
