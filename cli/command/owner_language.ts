import englishSentences from "../../domain/sentences/english.json" with { type: "json" };
import frenchSentences from "../../domain/sentences/french.json" with { type: "json" };
import germanSentences from "../../domain/sentences/german.json" with { type: "json" };
import spanishSentences from "../../domain/sentences/spanish.json" with { type: "json" };
import { filledSentence, type Sentence, type SentenceText, type Text } from "../../domain/sentences/sentence.ts";
import { type Formats, timeText } from "../../routes/pages/frame/formats.ts";
import type { PageLanguage } from "../../routes/request/page_address.ts";

/** Sentences as an owner reads them. In English they are those of the terminal, but where these name options and files. */
const CATALOGUES: Readonly<Record<Exclude<PageLanguage, "en">, Readonly<Record<SentenceText, string>>>> & {
  readonly en: Readonly<Partial<Record<SentenceText, string>>>;
} = { en: englishSentences, de: germanSentences, es: spanishSentences, fr: frenchSentences };

/** Returns a function that shows a sentence in the owner's language; null for a text in English alone. */
export function translator(formats: Formats): (text: Text) => string | null {
  const { language, number, alignedStars: stars, plural } = formats;
  const catalogue: Readonly<Record<string, string>> = CATALOGUES[language];
  const day = (text: string) => timeText(formats, text);
  const forms = { number, stars, day, isOne: (count: number) => plural(count) === "one" };
  // A sentence that a store has kept may be of another version of the program.
  const shown = ({ text, parts }: Sentence): string => filledSentence(catalogue[text] ?? text, parts, forms, shown);
  return (text) => typeof text !== "string" ? shown(text) : language === "en" ? text : null;
}
