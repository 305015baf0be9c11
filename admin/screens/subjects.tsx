import { NOTHING_DESCRIBED } from "../../cli/import/publish_import.ts";
import { FEWEST_REVIEWS } from "../../domain/insights/evidence_minimum.ts";
import { offeredSubjects } from "../../domain/insights/offered_subjects.ts";
import { subjectsOf } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { foldText } from "../../domain/normalize_text.ts";
import type { Subject } from "../../domain/subjects.ts";
import { plainImport } from "../frame/workspace.ts";
import { type Form, YES } from "../frame/form.ts";
import { Changes, Check, Field, type Markup } from "../frame/page.tsx";
import { type PreparedAction, publishing, type Screen, type Visit } from "../frame/screen.tsx";
import type { OwnerLocale } from "../language/admin_language.ts";

/** Chooses the subjects by which reviews are sorted, among the nouns that they speak of. */
export const subjects: Screen = {
  path: "/subjects",
  name: "own_subjects",
  pages: { "/subjects": page },
  actions: { "/subjects/publish": choosing },
  forms: { "/subjects/publish": page },
};

/** A noun with its words in one language, and how it is named. */
interface Row {
  readonly language: keyof Subject["words"];
  readonly words: readonly string[];
  readonly name: string;
  readonly isChosen: boolean;
  readonly reviews: number;
  readonly sentence: string;
}

const SHOWN_FIRST = 10;

function page({ locale, published, form }: Visit): Markup {
  const { words } = locale;
  const rows = (published === null ? [] : rowsOf(published)).map((row) => typedRow(row, form));
  const chosen = rows.filter(({ isChosen }) => isChosen).length;
  const [first, more] = [rows.slice(0, chosen + SHOWN_FIRST), rows.slice(chosen + SHOWN_FIRST)];
  if (rows.length === 0) return <p>{words.no_subjects}</p>;
  return (
    <form method="post" action="/subjects/publish" class="form">
      <p>{words.about_subjects}</p>
      {first.map((row, at) => <Noun locale={locale} row={row} at={at} />)}
      {more.length > 0 && (
        <details>
          <summary>{locale.say("and_more", { count: more.length })}</summary>
          {more.map((row, at) => <Noun locale={locale} row={row} at={first.length + at} />)}
        </details>
      )}
      <button>{words.preview}</button>
    </form>
  );
}

function Noun({ locale, row: { language, words, name, isChosen, reviews, sentence }, at }: {
  readonly locale: OwnerLocale;
  readonly row: Row;
  readonly at: number;
}) {
  return (
    <fieldset>
      <Check label={<span lang={language}>{words.join(", ")}</span>} name={`pick:${at}`} checked={isChosen}>
        <small class="quiet">
          {[
            ...reviews > 0 ? [locale.reviews(reviews)] : [],
            ...isChosen && reviews < FEWEST_REVIEWS ? [locale.say("shown_from", { count: FEWEST_REVIEWS })] : [],
            locale.formats.languageName(language),
          ].join(", ")}
        </small>
      </Check>
      <input type="hidden" name={`noun:${at}`} value={JSON.stringify([language, words])} />
      <Field label={locale.words.name} name={`name:${at}`} value={name} maxlength={200} />
      {sentence !== "" && <p class="quiet" lang={language}>{`“${sentence}”`}</p>}
    </fieldset>
  );
}

/** The chosen subjects, one row for each language, then the nouns that are offered. */
function rowsOf({ business, reviews, taxonomy }: NonNullable<Visit["published"]>): readonly Row[] {
  const offered = offeredSubjects(business, reviews, taxonomy);
  const chosen = subjectsOf(taxonomy).subjects.flatMap(({ label, words }) =>
    Object.entries(words).map(([language, own]) => ({ label, language: language as Row["language"], words: own }))
  );
  const isOf = (noun: Pick<Row, "language" | "words">) => (one: Pick<Row, "language" | "words">) =>
    one.language === noun.language && one.words.some((word) => noun.words.includes(word));
  return [
    ...chosen.map(({ label, ...noun }) => {
      const { reviews = 0, sentence = "" } = offered.find(isOf(noun)) ?? {};
      return { ...noun, name: label, isChosen: true, reviews, sentence };
    }),
    ...offered.filter((noun) => !chosen.some(isOf(noun))).map(({ label, ...noun }) => (
      { ...noun, name: label, isChosen: false }
    )),
  ];
}

/** A row as it was typed before; unchanged if it was not. */
function typedRow(row: Row, form: Form): Row {
  const noun = JSON.stringify([row.language, row.words]);
  const [, at] = form.fields.find(([name, value]) => name.startsWith("noun:") && value === noun)?.[0].split(":") ?? [];
  if (at === undefined) return row;
  return { ...row, name: form.text(`name:${at}`), isChosen: form.text(`pick:${at}`) === YES };
}

/** Joins the ticked nouns of one name to one subject. */
function tickedSubjects(form: Form): readonly Subject[] {
  const ticked = form.fields.flatMap(([field]) => {
    const [kind, at] = field.split(":");
    if (kind !== "pick") return [];
    const noun: readonly [Row["language"], readonly string[]] = JSON.parse(form.text(`noun:${at}`));
    return [{ name: form.text(`name:${at}`).trim() || noun[1][0]!, noun }];
  });
  return Array.from(Map.groupBy(ticked, ({ name }) => foldText(name)).values(), (same) => {
    const words: { [language in Row["language"]]?: string[] } = {};
    for (const { noun: [language, own] } of same) words[language] = [...new Set([...words[language] ?? [], ...own])];
    return { label: same[0]!.name, words };
  });
}

function shownSubjects(all: readonly Subject[]): string {
  return all.map(({ label, words }) => `${label}: ${Object.values(words).flat().join(", ")}`).join("\n");
}

async function choosing(visit: Visit): Promise<PreparedAction> {
  const { locale: { words }, kv, form, published } = visit;
  const { base, subjects: before } = subjectsOf(published?.taxonomy ?? null);
  const subjects = [...tickedSubjects(form)];
  const execute = await plainImport(kv, [], { ...NOTHING_DESCRIBED, taxonomy: { base, subjects } });
  return await publishing(visit, execute, () => ({
    title: words.own_subjects,
    button: words.publish,
    back: "/subjects",
    effect: <Changes rows={[[words.own_subjects, shownSubjects(before), shownSubjects(subjects)]]} />,
  }));
}
