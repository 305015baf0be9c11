import englishSentences from "../../domain/sentences/english.json" with { type: "json" };
import frenchSentences from "../../domain/sentences/french.json" with { type: "json" };
import germanSentences from "../../domain/sentences/german.json" with { type: "json" };
import spanishSentences from "../../domain/sentences/spanish.json" with { type: "json" };
import type { Business } from "../../domain/business.ts";
import { countryCode } from "../../domain/country.ts";
import { archivedInsights, archivedJson, type DatasetArchive } from "../../domain/dataset/dataset_archive.ts";
import type { DatasetHead } from "../../domain/dataset/dataset_head.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import type { TaxonomyEntry } from "../../domain/insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { filledSentence, type Sentence, type SentenceText, type Text } from "../../domain/sentences/sentence.ts";
import { type Formats, timeText } from "../../routes/pages/frame/formats.ts";
import type { PageLanguage } from "../../routes/request/page_address.ts";

/** Sentences as an owner reads them. In English they are the terminal's, but where these name options and files. */
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

/** The locale of texts for the owner: a language with the country of the business, which decides how days look. */
export function ownerLocale(language: PageLanguage, { address }: Business): string {
  const country = countryCode(address?.country ?? "");
  return country === null ? language : `${language}-${country}`;
}

/** Published insights with the labels that the taxonomy has in a language. The operator's own insights keep theirs. */
export function insightsIn(
  language: PageLanguage,
  { operator_insights }: DatasetHead,
  archive: DatasetArchive,
  business: Business,
): InsightsDocument {
  const insights = archivedInsights(archive);
  if (operator_insights) return insights;
  const taxonomy = chosenTaxonomy(archivedJson(archive, "taxonomy"), business);
  const labelled = <Named extends { readonly id: string; readonly label: string }>(
    subjects: readonly Named[],
    entries: readonly TaxonomyEntry[],
  ) => {
    const labels = new Map(entries.map(({ id, labels }) => [id, labels?.[language]]));
    return subjects.map((subject) => ({ ...subject, label: labels.get(subject.id) ?? subject.label }));
  };
  const problems = labelled(insights.entities.problems, taxonomy.problems);
  const aspects = labelled(insights.aspects, taxonomy.aspects);
  return { ...insights, aspects, entities: { ...insights.entities, problems } };
}
