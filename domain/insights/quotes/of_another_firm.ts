import { counts } from "../rule_groups.ts";
import type { Business } from "../../business.ts";
import { wordList } from "../text/word_list.ts";

/**
 * Kinds of places that a patient has to do with: one that is of none of the business's kinds is another's. A business
 * whose name and catalogue tell no kind may be any.
 */
const CARE = [
  "hospital hospitals a&e infirmary",
  "gp gps surgery practice doctors medical",
  "pharmacy pharmacies pharmacist pharmacists chemist chemists",
  "dentist dentists dental",
  "ambulance ambulances paramedic paramedics 111 999",
].map(wordList);
/** Whom customers of any business have to do with as well. */
const OTHERS = wordList(
  "council insurer landlord landlady manufacturer factory supplier wholesaler courier airline bank solicitor police customs",
);
/** The same of two words, of which the first alone says nothing. */
const OTHER_FIRMS = wordList(
  "cab taxi insurance power gas water electric electricity utility phone mortgage letting parking delivery",
);
const FIRM = wordList("company companies firm agent agents agency board");
/** Institutions that only an airport answers for: "the queue at airport security was two hours". */
const INSTITUTION = String
  .raw`(?:airport security|passport control|passport check|border (?:control|force)|immigration)`;
const INSTITUTION_DOES = new RegExp(
  String.raw`^(?:(?:At|In|Through|The|But|And|Even|Only)\s)*${INSTITUTION}\b` +
    String
      .raw`|\b(?:queues?|lines?|waits?|waiting|waited|queued|queuing|queueing|delays?|hours?|minutes|mins|stuck|held up)\s` +
    String.raw`(?:at|in|for|through|to clear|to get through)\s(?:the\s)?${INSTITUTION}\b` +
    String.raw`|\b${INSTITUTION}\s(?:(?:queues?|lines?|staff|officers?)\s)?(?:is|was|were|are|took|takes|had|has)\b`,
  "iu",
);
/** Who stands beside an airport has its name, and not its queues: "Airport Parking". */
const BESIDE_AIRPORTS = wordList(
  "parking park car cars lounge hotel taxi taxis transfer transfers cab cabs shuttle valet",
);
/** "The last company", "another branch"; of two plumbers "the other plumber" is of the business. */
const ANOTHER =
  /^(?:The|My|Our|Their|An?)?\s?(?:(?:last|previous|old|former) (?:plumber|electrician|contractor|dentist|vet|garage)|(?:last|previous|old|former|other|another) (?:branch|company|firm|place|shop|store|hotel|restaurant|hospital|surgery|practice|clinic))\b/iu;
/** What opens a sentence whose subject follows: "My local GP refused". */
const SUBJECT =
  /^(?:(?:The|My|Our|His|Her|Their|An?|Local|Even|But|And)\s)*([\p{L}&\d]+)(?:\s([\p{L}&\d]+))?(?:\s([\p{L}&\d]+))?/iu;
/** "Sent me to the local hospital where I wasn't examined": the place whose doing is told. */
const WHERE = /\b([\p{L}&\d]+)(?:\s([\p{L}&\d]+))?,? (?:where|who|which)\b/giu;

/**
 * Builds a test for sentences that tell what another place or firm did: the hospital of an ambulance service's patients,
 * the council, another branch. What is only named is none: "explained it to my GP".
 */
export function anotherFirmCheck(business: Business): (sentence: string) => boolean {
  const { name, category, description, services } = business;
  const own = wordList(
    [name, category ?? "", description ?? "", ...services.flatMap(({ label, aliases }) => [label, ...aliases])]
      .join(" ").toLowerCase().replace(/[^\p{L}\p{N}&]+/gu, " "),
  );
  const isOwn = (kind: ReadonlySet<string>) => kind.intersection(own).size > 0;
  const places = CARE.some(isOwn) ? CARE.filter((kind) => !isOwn(kind)) : [];
  const others = [...places, OTHERS];
  const isOther = (first = "", second = "") => {
    const [one, two] = [first.toLowerCase(), second.toLowerCase()];
    if (own.has(one)) return false;
    return others.some((kind) => kind.has(one)) || OTHER_FIRMS.has(one) && FIRM.has(two);
  };
  const isAirport = own.has("airport") && own.isDisjointFrom(BESIDE_AIRPORTS);
  return (sentence) => {
    if (!counts("quote_firms")) return false;
    if (!isAirport && INSTITUTION_DOES.test(sentence)) return true;
    if (ANOTHER.test(sentence)) return true;
    const [, first, second, third] = SUBJECT.exec(sentence) ?? [];
    if (isOther(first, second) || isOther(second, third)) return true;
    for (const [, first, second] of sentence.matchAll(WHERE)) {
      if (isOther(first, second) || isOther(second)) return true;
    }
    return false;
  };
}
