import { wordList } from "../text/word_list.ts";
import { stemWord } from "../text/stem_word.ts";

/** Who works for a business. */
const STAFF =
  "staff waiter waitress server bartender host hostess employee receptionist cashier attendant porter waitstaff barista " +
  "steward stewardess crew driver operator handler agent representative rep owner warden manager reception clerk assistant";
/** Nouns that are one subject for most trades. */
const GROUPS: readonly ReadonlySet<string>[] = [
  STAFF,
  "price cost fee charge bill rate quote invoice",
  "food dish meal dinner lunch appetizer dessert entree starter breakfast buffet snack",
  "drink wine beer cocktail",
  "queue line delay",
  "bathroom shower bath toilet restroom",
  "bed pillow mattress",
  "skin acne breakout pimple zit",
  "headache migraine",
  "stomach nausea",
  "mood emotion",
  "doctor doc physician gyno gynecologist psychiatrist",
  "dose dosage mg",
  "sleep insomnia",
  "communication contact information advice",
  "treatment medication medicine drug med therapy",
  "transfer transaction payment",
  "account balance",
  "story plot storyline script",
  "acting performance",
  "actor actress cast",
  "network connection internet wifi",
  "login password otp",
  "screenshot receipt",
  "picture photo image",
  "screen display lcd",
  "sound audio headphone speaker",
  "battery charger",
  "song music playlist",
  "button control remote menu",
  "manual instruction",
  "delivery shipping package parcel",
  "refund return",
  "appointment reservation booking",
  "seat legroom",
  "luggage baggage suitcase",
  "flight plane",
  "bus shuttle minibus",
  "room suite bedroom",
  "claim reimbursement",
  "teacher instructor tutor lecturer trainer",
  "course lesson lecture class",
  "ride attraction rollercoaster coaster",
].map((words) => new Set([...wordList(words)].map(stemWord)));

/** Nouns of these groups that are things and nothing else: "claim" and "control" are verbs as well. */
const THINGS = new Set([...wordList(
  "bus shuttle minibus luggage baggage suitcase bathroom shower toilet restroom mattress pillow waiter waitress receptionist " +
    "instructor teacher tutor breakfast dessert battery medication refund parcel",
)].map(stemWord));

/** Whether a word of this stem names a thing or somebody without an article as well. */
export function isThing(stem: string): boolean {
  return THINGS.has(stem);
}

const STAFF_STEMS = new Set([...wordList(STAFF)].map(stemWord));

/** Whether a noun names who works for the business: somebody who is criticised is no problem by that name. */
export function isOfStaff({ stem }: { readonly stem: string }): boolean {
  return STAFF_STEMS.has(stem);
}

/**
 * Puts nouns together that are one subject for most trades, such as "waiter" and "server". Each group stands where its first
 * noun stood.
 */
export function mergedNouns<Noun extends { readonly stem: string }>(
  nouns: readonly Noun[],
): readonly (readonly Noun[])[] {
  const groups = new Map<unknown, Noun[]>();
  for (const noun of nouns) {
    const key = GROUPS.find((group) => group.has(noun.stem)) ?? noun;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [noun]);
    else known.push(noun);
  }
  return [...groups.values()];
}
