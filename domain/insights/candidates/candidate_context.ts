/** How a text uses a capitalised name at one place. */
export type NameUse =
  /** Certainly a person: thanked, introduced by a trade, or followed by "he" or "she". */
  | "person"
  /** A person or company that acts. */
  | "actor"
  /** A company that acts: followed by "they". */
  | "company"
  /** A thing, a place or a brand: `the Trane`, `in Boston`, `a Nest thermostat`. */
  | "thing"
  /** The reviewer (in a signature, say), or a relative, friend or pet of the reviewer. */
  | "related"
  /** Unclear from the surrounding words. */
  | "unclear";

const AROUND = 120;

const anyOf = (words: string) => `(?:${words.trim().replaceAll(/\s+/g, "|")})`;
const TRADE = anyOf(`technicians? techs? plumbers? electricians? installers? mechanics? engineers? guys? gentleman
  gentlemen man men fella lad lady repairman serviceman apprentice helper assistant foreman supervisor manager
  dispatcher receptionist representative rep salesman contractor specialist inspector driver nurse doctor hygienist
  dentist stylist barber groomer server waiter waitress bartender host hostess instructor trainer agent advisor
  adviser estimator painter roofer carpenter cleaner mover therapist paramedic consultant`);
const DID = anyOf(
  `was is were came did does made got gave took went had has knew knows told said says kept left put found
  set ran drove cut drew brought taught thought rocks deserves [a-z]+(?:-[a-z]+)?ed`,
);
const ADVERB = "(?:[a-z]+ly|also|then|even|just|always|never|both|again|has|had|who|is|was|were|soon|later)";
const OWN = anyOf(`husband wife hubby son daughter dog cat pup puppy mom mum mother dad father sister brother neighbor
  neighbour friend boyfriend girlfriend fiance grandson granddaughter baby nephew niece uncle aunt boss`);
const TOGETHER = anyOf("team crew partner helper colleague assistant apprentice");

const NAME = String.raw`\p{Lu}[\p{L}\p{M}]*(?: \p{Lu}[\p{L}\p{M}.]*)?`;
/** Names directly before or after the name in a list: `Gus & Marcus`, `Mike, Joe and Ann`. */
const NAMES_BEFORE = new RegExp(String.raw`(?:(?<!\p{L})${NAME}(?:,? and|,? &|,) ){1,3}$`, "u");
const NAMES_AFTER = new RegExp(String.raw`^(?:(?:,? and|,? &|,) ${NAME}){1,3}`, "u");

const PERSON_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:` + [
    "(?:thanks|thank you|thx|kudos|props|shout-?out|hats off|bravo)" +
    "(?: again| so much| very much| also| a lot| goes)*,? " +
    "(?:to )?",
    String.raw`(?:our|the|my|your|their|an?|this|that|another|one|first|second)(?: [a-z]+){0,2} ${TRADE}` +
    "(?:,| was| is| named| called| by the name of){0,2} ",
    "(?:name (?:was|is)|by the name of|named) ",
    "(?:ask(?:ed|ing)?|request(?:ed|ing)?)(?: specifically)? for ",
  ].join("|") + ")$",
  "iu",
);
const PERSON_AFTER = new RegExp(
  String.raw`^,?(?: and| &) (?:his|her|their) (?:[a-z]+ )?${TOGETHER}(?!\p{L})` +
    String.raw`|^,? (?:the|our|their|your|my)(?: [a-z]+){0,2} ${TRADE}(?!\p{L})`,
  "u",
);
const ACTS = new RegExp(String.raw`^,? (?:${ADVERB} ){0,3}${DID}(?!\p{L})`, "u");
const ACTED = new RegExp(
  String.raw`(?<!\p{L})${anyOf("by with from recommend appreciate sent had met let told trust")} $`,
  "iu",
);
/** The first pronoun after the name. Group 1 is set if it means a person, unset if it may mean a company. */
const PRONOUN = /(?<!\p{L})(?:(he|she|his|her|him|himself|herself)|they|them|their)(?!\p{L})/iu;
const PRONOUN_NEXT = /^[^.!?\n]{0,60}[.!?] (?:He|She)(?!\p{L})/u;
const THING_BEFORE =
  /(?<!\p{L})(?:an?|the|any|some|our|your|their|this|these|each|every|new|old|in|near|at|around|outside|on|of)\s$/iu;
const THING_AFTER =
  /^ (?:unit|system|thermostat|app|website|model|brand|product|equipment|store|review|account|warranty)s?(?!\p{L})/u;
const RELATED = new RegExp(String.raw`(?<!\p{L})(?:${OWN},?|i['’]m|i am|my name is|my name['’]s|this is) $`, "iu");
const SIGNATURE = /(?:[\n\r]|[-–—~]|(?:regards|sincerely|cheers|thanks|thank you|best|yours),)\s*$/iu;

/**
 * Classifies the use of a name by the words around it: 120 characters on each side, English only.
 *
 * @param start Begin of the name in the text, in UTF-16 code units.
 * @param end End of the name with its surname, before a possessive.
 * @param isThing Returns whether the next word, in lower case, makes the name a product name.
 */
export function nameUse(text: string, start: number, end: number, isThing: (next: string) => boolean): NameUse {
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  if (RELATED.test(before)) return "related";
  const isLast = end + AROUND > text.length && !/[\p{L}\p{N}]/u.test(after);
  if (isLast && SIGNATURE.test(before)) return "related";
  const led = before.replace(NAMES_BEFORE, "");
  if (PERSON_BEFORE.test(led) || PERSON_AFTER.test(after)) return "person";
  const next = /^ (\p{L}+)/u.exec(after)?.[1]?.toLowerCase();
  if (THING_BEFORE.test(before) || THING_AFTER.test(after) || next !== undefined && isThing(next)) return "thing";
  if (PRONOUN_NEXT.test(after)) return "person";
  if (ACTS.test(after.replace(NAMES_AFTER, ""))) {
    const pronoun = PRONOUN.exec(after);
    if (pronoun === null) return "actor";
    return pronoun[1] === undefined ? "company" : "person";
  }
  return ACTED.test(led) ? "actor" : "unclear";
}
