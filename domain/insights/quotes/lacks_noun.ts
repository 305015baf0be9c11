import { counts } from "../rule_groups.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";

const HE_OR_SHE = wordList("he he's he'd she she's she'd him her his hers himself herself");
/** Those to whom "he" and "her" may refer. */
const PEOPLE = wordList(
  "man woman lady guy gentleman boy girl chap bloke person husband wife partner mother mum mom father dad son " +
    "daughter brother sister uncle aunt grandmother grandfather grandson granddaughter nan assistant attendant " +
    "receptionist host hostess clerk cashier waitress lad lass fella fellow gal kid child baby friend neighbor " +
    "neighbour grandma grandpa tech rep doc gp boss chef cook nurse midwife guide coach agent consultant " +
    "specialist therapist dentist pharmacist physiotherapist podiatrist psychiatrist psychologist physician " +
    "technician electrician salesman handyman foreman representative captain vet expert student somebody someone " +
    "everybody whoever anyone patient customer guest mechanic",
);
/** Ends of words for those who do something: "plumber", "inspector". */
const DOER = /^\p{L}{3,}(?:er|or|man|woman|ician|ologist)$/u;
const NO_DOERS = wordList(
  "water heater boiler shower number order cover corner letter paper counter computer printer door floor motor color error " +
    "power center weather summer winter dinner offer matter manner other over after never under former latter hour four filter " +
    "gutter disposer dryer washer freezer cooler charger breaker meter sewer tower timer better later quicker faster longer " +
    "sooner cheaper easier cleaner nicer bigger smaller poor minor major however whether together rather ever another neither " +
    "either answer september october november december copper rubber timber silver river trailer whatever wherever flavor odor " +
    "behavior interior exterior favor labor prior harbor monitor radiator generator elevator indoor outdoor wonder remember " +
    "discover recover deliver consider prefer refer transfer enter suffer differ bother gather danger anger finger layer flower",
);
const MONTHS_AND_DAYS = wordList(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september " +
    "october november december i i'm i've i'd i'll ac tv hvac",
);
/** A name that begins the sentence is told from other words by what follows it. */
const DOES = wordList("was is came explained took knew knows showed arrived fixed found made went had has did handled");
const THINGS = wordList(
  "bill price prices cost quote estimate invoice service work job food furnace boiler heater unit system communication " +
    "scheduling installation repair appointment order delivery staff everything nothing something ambulance transport water " +
    "heat air room kitchen bathroom",
);
const IT = wordList("it its");
/** "It was clear", "made it easy" and "it took an hour" need no noun. */
const SAYS_ALL = wordList(
  "was is takes took seems seemed would will has had gets feels felt makes made can could should did does comes all easy " +
    "easier hard clear possible impossible simple difficult worse better best out through there up",
);
const LEADS = wordList(
  "the a an my our your their his her this that no any every each all some one two three four five both another",
);
const NO_NOUNS = wordList("few lot bit while little");
/** "She talked me through a switch over the phone, and it came back": what came back is neither of the two. */
const WAYS = wordList("through over by via about during after before");
const PRONOUNS = wordList("they we i you there it he she who everyone everybody nobody what this that");
const VERBS = wordList("was is were are came has had did works worked went got took does");

/** Whether a sentence has "he" or "her" without a person before them, or "it" without a noun. */
export function lacksNoun(words: readonly Word[]): boolean {
  if (!counts("quote_nouns")) return false;
  const person = words.findIndex(({ text }) => HE_OR_SHE.has(text));
  if (person !== -1 && !words.slice(0, person).some((_, at) => isPerson(words, at))) return true;
  const thing = words.findIndex(({ text }) => IT.has(text));
  return thing !== -1 && !SAYS_ALL.has(textAt(words, thing + 1)) && !hasNoun(words.slice(0, thing));
}

function isPerson(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const { text, isCapitalised, isShouted } = word;
  if (PEOPLE.has(text) || DOER.test(text) && !NO_DOERS.has(text)) return true;
  const isName = isCapitalised && !isShouted && !MONTHS_AND_DAYS.has(text) && !PRONOUNS.has(text);
  return isName && (at > 0 || DOES.has(textAt(words, 1)) && !THINGS.has(text));
}

function hasNoun(words: readonly Word[]): boolean {
  const isLed = words.some(({ text }, at) => {
    const next = words[at + 1];
    return next !== undefined && LEADS.has(text) && !NO_NOUNS.has(next.text) && !WAYS.has(textAt(words, at - 1));
  });
  return isLed || !PRONOUNS.has(textAt(words, 0)) && words.slice(1, 4).some(({ text }) => VERBS.has(text));
}
