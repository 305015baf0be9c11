import { XmlDocument, XmlElement, XmlLibError } from "libxml2-wasm";

/** The labelled polarity of a category; `conflict` means praise and criticism at once. */
export type LabelPolarity = "positive" | "neutral" | "negative" | "conflict";

/** A sentence with its labels. */
export interface LabelledSentence {
  readonly text: string;
  /** Polarity by category, in lower case. "anecdotes/miscellaneous" and the entity "RESTAURANT" are "miscellaneous". */
  readonly categories: ReadonlyMap<string, LabelPolarity>;
}

/** A file that is not well-formed XML. The message contains the position. */
export class LabelledFileError extends Error {
  override readonly name = "LabelledFileError";
}

const LABELS = "aspectCategories/aspectCategory | Opinions/Opinion";
const NAMES: Readonly<Record<string, string>> = {
  "anecdotes/miscellaneous": "miscellaneous",
  restaurant: "miscellaneous",
};

/**
 * Parses labelled sentences of SemEval-2014 task 4 (`aspectCategory`), or of SemEval-2015 task 12 and 2016 task 5
 * (`Opinion`). Of the categories of `Opinion` only the entity before `#` counts. A category with different polarities
 * is a conflict.
 *
 * @throws {LabelledFileError} If the text is not well-formed XML.
 */
export function labelledSentences(xml: string): readonly LabelledSentence[] {
  using document = parsed(xml);
  return document.find("//sentence").flatMap((sentence) => {
    const categories = new Map<string, LabelPolarity>();
    for (const label of sentence.find(LABELS)) {
      if (!(label instanceof XmlElement)) continue;
      const category = categoryOf(label.attr("category")?.value ?? "");
      const polarity = polarityOf(label.attr("polarity")?.value);
      if (category === "" || polarity === null) continue;
      const known = categories.get(category) ?? polarity;
      categories.set(category, known === polarity ? polarity : "conflict");
    }
    const text = sentence.get("text")?.content ?? "";
    return categories.size === 0 ? [] : [{ text, categories }];
  });
}

function parsed(xml: string): XmlDocument {
  try {
    return XmlDocument.fromString(xml);
  } catch (error) {
    if (error instanceof XmlLibError) throw new LabelledFileError(error.message.trim());
    throw error;
  }
}

function categoryOf(written: string): string {
  const entity = written.split("#")[0]?.trim().toLowerCase() ?? "";
  return NAMES[entity] ?? entity;
}

function polarityOf(written: string | undefined): LabelPolarity | null {
  return written === "positive" || written === "neutral" || written === "negative" || written === "conflict"
    ? written
    : null;
}
