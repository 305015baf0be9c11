import data from "./column_names.json" with { type: "json" };

/** Names of columns that suggest a field, compared as {@linkcode foldedName} folds them. A bar separates names. */
interface FieldNames {
  /** Tiers of names, from the most telling one to the least. */
  readonly names: readonly string[];
  /** Names of parts of a text, each of which is read. */
  readonly parts?: string;
  /** Words that indicate the field within a longer name. `*` matches any rest of a word, here and in `lists`. */
  readonly words?: string;
}

type WordList = keyof typeof data.lists;

const SEPARATE_LETTERS: Readonly<Record<string, string>> = { ł: "l", ß: "ss", ø: "o", đ: "d", æ: "ae", ı: "i" };

/** The name of a column in lower case, without accents, its words separated by single spaces. */
export function foldedName(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[łßøđæı]/g, (letter) => SEPARATE_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

const FIELDS: ReadonlyMap<string, FieldNames> = new Map(Object.entries(data.fields));
/** The tier of each name, by field; of a tier, the names that stand first in the list come first. */
const TIERS = new Map(
  Array.from(FIELDS, ([field, { names }]) => [
    field,
    new Map(
      names.flatMap((tier, at) => tier.split("|").map((name, nth) => [foldedName(name), at + nth / 10_000] as const))
        .reverse(),
    ),
  ]),
);
const PARTS = new Set(Array.from(FIELDS.values(), ({ parts = "" }) => parts.split("|").map(foldedName)).flat());
const FIELD_WORDS = new Map(Array.from(FIELDS, ([field, { words = "" }]) => [field, pattern([words])]));
const LISTS = new Map(Object.entries(data.lists).map(([list, words]) => [list, pattern([words].flat())]));

/** Matches each word of a list. Words of scripts without spaces are found within others. */
function pattern(lists: readonly string[]): RegExp {
  const words = lists.join(" ").split(" ").filter((word) => word !== "").map((word) => {
    const folded = word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("*", String.raw`[\p{L}\d]*`);
    return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(word) ? String.raw`\S*${folded}\S*` : folded;
  });
  return new RegExp(words.length === 0 ? "^(?!)" : `^(?:${words.join("|")})$`, "u");
}

/** Whether any of the words is in any of the lists. */
export function hasOne(words: readonly string[], ...of: readonly WordList[]): boolean {
  return words.some((word) => of.some((list) => LISTS.get(list)?.test(word)));
}

/** Phrases that say the same as "private", such as "only for us". */
const NOT_PUBLIC = new RegExp(String.raw`\b(?:${data.lists.private_phrases.join("|")})\b`);

/** The telling words of a column's name or JSON path, folded. */
export function nameWords(name: string): readonly string[] {
  return foldedName(name).split(" ").filter((word) => word !== "" && !hasOne([word], "fillers"));
}

/** Whether a column holds words that are not for readers, by its name: "Internal note", "Nur für uns". */
export function isPrivate(name: string): boolean {
  return NOT_PUBLIC.test(foldedName(name)) || hasOne(nameWords(name), "private");
}

/** Whether 0 is the worst rating of a column, by its name: true for "NPS" and "Score (0-10)". */
export function isFromZero(name = ""): boolean {
  return /\bnps\b|\b0 ?(?:-|–|to|bis|al?|à|tot) ?(?:5|10|100)\b/i.test(name);
}

/** Whether a column holds stars of 1 to 5, by its name: true for "Stars", false for "Stars of 10" and "Score". */
export function isOfStars(name = ""): boolean {
  const words = nameWords(name);
  return hasOne(words, "stars") && !words.some((word) => Number(word) > 5);
}

/** Rank of a name that only has a word of a field in it. Whole names have a smaller one. */
export const WORD_RANK = 20;
/** Fields that a private column never holds. */
const PUBLIC_FIELDS = ["rating", "text", "title", "reply_text"];

/** How surely the name of a column says that it holds a field, 0 the most; null if it does not say so. */
export function nameRank(field: string, name: string): number | null {
  if (PUBLIC_FIELDS.includes(field) && isPrivate(name)) return null;
  const tiers = TIERS.get(field);
  const forms = nameForms(name);
  const form = forms.findIndex((one) => tiers?.has(one));
  if (form >= 0) return (tiers?.get(forms[form] ?? "") ?? 0) + form / 10;
  // "May we publish your comment?"
  if (hasOne(nameWords(name), "status") && hasOne(nameWords(name), "consent")) {
    return field === "consent" && namedStates(name).includes(field) ? WORD_RANK - 1 : null;
  }
  const words = (forms.at(-1) ?? "").split(" ");
  const isOfField = (word: string) => FIELD_WORDS.get(field)?.test(word) === true;
  const others = words.filter((word) => !isOfField(word));
  return others.length < words.length && !hasOne(others, "others") ? WORD_RANK : null;
}

/** A name as it is, without its scale, without fillers, and without words such as "review" around it. */
function nameForms(name: string): readonly string[] {
  // A column named "#" numbers the rows, and a second one of a name has a number behind it.
  const whole = name.trim() === "#" ? "number" : foldedName(name).replace(/ \d$/, "");
  const scaleless = namedScale(name) === undefined
    ? whole
    : whole.split(" ").filter((word) => !/^(?:\d+|out|of|max|sur|von|bis|to|su|de)$/.test(word)).join(" ");
  const plain = nameWords(scaleless).join(" ");
  const inner = plain.split(" ").filter((word) => !hasOne([word], "wrappers")).join(" ");
  return [whole, scaleless, plain, inner].filter((form) => form !== "");
}

/** Whether a column holds a part of the text, such as what was liked, by its name. */
export function isPartOfText(name: string): boolean {
  return nameForms(name).some((form) => PARTS.has(form));
}

/** The fields of states that words in the name of a column may mean: whether a review, or its name, may be shown. */
export function namedStates(name: string): readonly string[] {
  const words = nameWords(name);
  const [isStatus, isConsent] = [hasOne(words, "status"), hasOne(words, "consent")];
  // "May we publish your answer?" is no question about a reply.
  if (hasOne(words, "replies") && !isConsent) return isStatus ? ["reply_state"] : [];
  if (hasOne(words, "not_state")) return [];
  if (isStatus && hasOne(foldedName(name).split(" "), "negations")) return ["hidden", "consent"];
  if (hasOne(words, "naming") && hasOne(words, "showing")) return ["show_name", "consent"];
  if (hasOne(words, "anonymity")) return ["anonymous", "consent"];
  if (hasOne(words, "hidden")) return ["hidden", "status"];
  return isConsent ? ["consent", "show_name"] : isStatus ? ["status", "consent"] : [];
}

/** Finds the best rating in the name of a column, such as "Note /20", "Sonnen (max. 6)" or "Score (1-10)"; above 5 only. */
export function namedScale(name: string): number | undefined {
  const [, best] = /(?:[/–-]|\b(?:of|von|sur|su|de|max\.?|bis|to|tot|al?|à)) ?(\d{1,3})\b/i.exec(name) ??
    /\b(100?)\b/.exec(name) ?? [];
  return best !== undefined && Number(best) > 5 && Number(best) <= 100 ? Number(best) : undefined;
}
