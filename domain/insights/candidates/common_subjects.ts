import type { Review } from "../../review.ts";
import { meanOf } from "../numbers.ts";
import type { TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { sharedTerms, termMatches } from "../text/shared_terms.ts";
import { wordsOf } from "../text/words_of.ts";
import type { SuggestedEntry } from "./suggested_entries.ts";

/**
 * Aspects of any trade that reviews name by adjectives and verbs rather than by a noun: "easy to use" and "not fast" of an app,
 * "rude" of a driver. Each is suggested where reviews use its words.
 */
const COMMON_ASPECTS: readonly TaxonomyEntry[] = [
  {
    id: "ease",
    label: "Ease of use",
    question: "Is it easy to use?",
    words: [
      "easy",
      "easier",
      "ease of use",
      "user friendly",
      "simple to use",
      "complicated",
      "confusing",
      "difficult to use",
    ],
  },
  {
    id: "speed",
    label: "Speed",
    question: "Is it fast?",
    words: ["=fast", "faster", "fastest", "speed", "slow", "=quick", "quickly", "=lag", "delayed"],
  },
  {
    id: "reliability",
    label: "Reliability",
    question: "Does it work reliably?",
    words: [
      "reliable",
      "unreliable",
      "crash",
      "freeze",
      "freezing",
      "=bug",
      "=bugs",
      "(works|worked) (well|great|fine|perfectly|flawlessly)",
      "(not|doesn't|doesnt|didn't|don't|won't|never) work*",
      "stopped working",
    ],
  },
  {
    id: "waiting",
    label: "Waiting times",
    question: "Are waiting times short?",
    words: ["=waited", "=waiting", "waiting time*", "wait (time|times|for)", "queue", "delay"],
    burden: true,
  },
  {
    id: "price",
    label: "Price",
    question: "Is the price fair?",
    words: [
      "price",
      "expensive",
      "overpriced",
      "pricey",
      "cheap",
      "affordable",
      "cost",
      "value for money",
      "worth the money",
    ],
  },
  {
    id: "friendliness",
    label: "Friendliness",
    question: "Are they friendly?",
    words: ["friendly", "unfriendly", "rude", "polite", "impolite", "courteous", "welcoming", "=attitude"],
  },
  {
    id: "cleanliness",
    label: "Cleanliness",
    question: "Is it clean?",
    words: ["=clean", "cleanliness", "spotless", "tidy", "dirty", "filthy", "=stain", "=stains", "stained", "smelly"],
  },
  {
    id: "comfort",
    label: "Comfort",
    question: "Is it comfortable?",
    words: ["comfortable", "uncomfortable", "comfy", "=cramped", "cosy", "cozy"],
  },
  {
    id: "safety",
    label: "Safety",
    question: "Is it safe?",
    words: ["=safe", "=safely", "unsafe", "safety", "secure", "security", "dangerous"],
  },
];

/** Complaints of any trade, in the same way. */
const COMMON_PROBLEMS: readonly TaxonomyEntry[] = [
  {
    id: "does_not_work",
    label: "Does not work",
    words: [
      "(not|doesn't|doesnt|didn't|don't|won't|never) work*",
      "stopped working",
      "keeps crashing",
      "(it|app|and) (crashes|crashed|freezes|froze)",
      "can't (log|sign) in",
      "broke after",
    ],
  },
  {
    id: "long_wait",
    label: "Long waits",
    words: [
      "long wait*",
      "kept waiting",
      "wait* # (minutes|hours|days|weeks)",
      "wait* for hours",
      "# hours late",
      "long (queue*|line*|delay*)",
    ],
  },
  { id: "slowness", label: "Slowness", words: ["slow", "took forever", "took ages", "too long", "not fast"] },
  { id: "rudeness", label: "Rudeness", words: ["rude", "unfriendly", "impolite", "disrespectful", "bad attitude"] },
  {
    id: "no_answer",
    label: "No answer",
    words: ["no (answer|reply|response)", "(never|didn't|don't|doesn't) (answer*|respond*|reply|replied|call* back)"],
  },
  {
    id: "overpricing",
    label: "Too high a price",
    words: ["overpriced", "too expensive", "rip off", "ripoff", "not worth"],
  },
];

/** In how many reviews and in what share of them the words of an aspect occur, at least; and those of a problem. */
const [FEWEST_OF_ASPECT, SHARE_OF_ASPECT] = [4, 0.05];
const [FEWEST_OF_PROBLEM, SHARE_OF_PROBLEM] = [3, 0.01];

/** The aspects and problems of any trade that some reviews speak of; problems only where these have fewer stars than all. */
export function commonSubjects(
  reviews: readonly Pick<Review, "text" | "rating">[],
): { readonly aspects: readonly SuggestedEntry[]; readonly problems: readonly SuggestedEntry[] } {
  const entries = [...COMMON_ASPECTS, ...COMMON_PROBLEMS];
  const terms = sharedTerms(entries.flatMap((entry) => entry.words.map((word) => [word, entry] as const)));
  const ratings = new Map(entries.map((entry) => [entry, [] as number[]]));
  for (const { text, rating } of reviews) {
    const found = new Set([...termMatches(wordsOf(text ?? ""), terms)].flatMap(({ value }) => value));
    for (const entry of found) ratings.get(entry)?.push(rating);
  }
  const average = meanOf(reviews.map(({ rating }) => rating), 4) ?? 0;
  const said = (list: readonly TaxonomyEntry[], fewest: number, share: number) =>
    list.map((entry) => ({ entry, ratings: ratings.get(entry) ?? [] }))
      .filter(({ ratings }) => ratings.length >= Math.max(fewest, share * reviews.length));
  return {
    aspects: said(COMMON_ASPECTS, FEWEST_OF_ASPECT, SHARE_OF_ASPECT)
      .map(({ entry, ratings }) => ({ entry, reviews: ratings.length })),
    problems: said(COMMON_PROBLEMS, FEWEST_OF_PROBLEM, SHARE_OF_PROBLEM)
      .filter(({ ratings }) => (meanOf(ratings, 4) ?? 0) < average)
      .map(({ entry, ratings }) => ({ entry, reviews: ratings.length })),
  };
}
