import type { Business } from "./business.ts";
import data from "./trades.json" with { type: "json" };

type Word = keyof typeof data.words;
type Language = keyof typeof data.words[Word];

interface Trade {
  /** Pattern of the category, in any language of the pages. A category of several trades names none. */
  readonly category: RegExp;
  /** Type of schema.org. */
  readonly type: string;
  readonly people: Word | null;
  readonly services: Word | null;
}

// Word boundaries for letters of all languages; `\b` is one for English letters only.
const [BEGIN, END] = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`];

const TRADES: readonly Trade[] = data.trades.map(({ category, type, ...words }) => ({
  category: new RegExp(category.replace(/(^|[|:(])\\b/g, `$1${BEGIN}`).replaceAll("\\b", END), "u"),
  type,
  people: "people" in words ? words.people as Word : null,
  services: "services" in words ? words.services as Word : null,
}));

const OTHER: Omit<Trade, "category"> = { type: "LocalBusiness", people: null, services: null };

function tradeOf({ category }: Pick<Business, "category">): Omit<Trade, "category"> {
  const folded = category?.toLowerCase() ?? "";
  return TRADES.find((trade) => trade.category.test(folded)) ?? OTHER;
}

/** Type of schema.org of a business by its category; `LocalBusiness` if no more specific one is known. */
export function schemaType(business: Pick<Business, "category">): string {
  return tradeOf(business).type;
}

/**
 * How a business calls its people and services in a language of the pages: by its own words, else by those of its trade.
 * A member is absent where neither says it.
 */
export function tradeWords(
  business: Pick<Business, "category" | "words">,
  language: Language,
): NonNullable<Business["words"]> {
  const { people, services } = tradeOf(business);
  const [technician, technicians] = people === null ? [] : data.words[people][language];
  const [service, several] = services === null ? [] : data.words[services][language];
  return {
    ...technician !== undefined && { technician },
    ...technicians !== undefined && { technicians },
    ...service !== undefined && { service },
    ...several !== undefined && { services: several },
    ...business.words,
  };
}
