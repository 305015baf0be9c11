import type { TaxonomyEntry } from "../taxonomy/taxonomy.ts";

/**
 * Aspects of any trade that reviews name by adjectives and verbs rather than by a noun: "easy to use" and "not fast" of an app,
 * "rude" of a driver. Each is suggested where reviews use its words.
 */
export const COMMON_ASPECTS: readonly TaxonomyEntry[] = [
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
    id: "staff",
    label: "Staff",
    question: "Are the staff good?",
    words: ["staff", "crew", "=team", "lads", "(the|these|both|their) guys", "(the|these|two|three|both|their) men"],
  },
  {
    id: "helpfulness",
    label: "Helpfulness",
    question: "Are they helpful?",
    words: [
      "helpful",
      "unhelpful",
      "nothing was too much trouble",
      "went out of (his|her|their) way",
      "above and beyond",
    ],
  },
  {
    id: "patience",
    label: "Patience",
    question: "Are they patient?",
    words: [
      "patient with",
      "(so|very|is|was|were|are|and) patient",
      "patient and",
      "patience",
      "impatient",
      "=calm",
      "gentle",
    ],
  },
  {
    id: "knowledge",
    label: "Knowledge",
    question: "Do they know their trade?",
    words: ["knowledgeable", "knowledgable", "know* (his|her|their) stuff", "professional", "unprofessional", "expert"],
  },
  {
    id: "information",
    label: "Information",
    question: "Do they explain and keep customers informed?",
    words: [
      "explain",
      "explained",
      "explanation",
      "communication",
      "kept (me|us) (informed|posted|updated)",
      "told us nothing",
    ],
  },
  {
    id: "punctuality",
    label: "Punctuality",
    question: "Are they on time?",
    words: ["on time", "punctual", "=late", "no show"],
  },
  {
    id: "booking",
    label: "Booking",
    question: "Is booking easy?",
    words: ["=booking", "=bookings", "booked online", "(easy|hard|impossible) to book", "check in", "checking in"],
  },
  {
    id: "quiet",
    label: "Quiet",
    question: "Is it quiet?",
    words: ["=quiet", "peaceful"],
    burden_words: ["noise", "noisy", "=loud"],
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
export const COMMON_PROBLEMS: readonly TaxonomyEntry[] = [
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
  {
    id: "cancellation",
    label: "Cancelled or not turned up",
    words: [
      "(cancelled|canceled) (on|our|my|the|it|again|at|by)",
      "no show",
      "(never|didn't) (turned|turn|showed|show) up",
      "cancelled # lessons",
    ],
  },
  {
    id: "money_kept",
    label: "No refund",
    words: ["refund", "money back", "(kept|took|keep) (my|our|the|all) ... (money|deposit|payment)"],
  },
  {
    id: "wrong_charges",
    label: "Wrong or extra charges",
    words: [
      "charged (me|us|my card) ... (twice|extra)",
      "charged (twice|again|extra)",
      "hidden (fee*|charge*|cost*)",
      "took payment",
    ],
  },
  {
    id: "damage",
    label: "Damage",
    words: ["damage", "=broken", "=broke", "scratch", "=dent", "=dents", "dented", "smashed", "ruined"],
  },
  { id: "dirt", label: "Dirt", words: ["dirty", "filthy", "disgusting", "stank", "stinks", "mould", "mold"] },
  { id: "noise", label: "Noise", words: ["noise", "noisy", "too loud"] },
  { id: "slowness", label: "Slowness", words: ["slow", "took forever", "took ages", "too long", "not fast"] },
  {
    id: "rudeness",
    label: "Rudeness",
    words: ["rude", "rudest", "unfriendly", "(shouted|yelled|snapped) at", "impolite", "disrespectful", "bad attitude"],
  },
  {
    id: "no_answer",
    label: "No answer",
    words: [
      "no (answer|reply|response)",
      "(never|didn't|don't|doesn't) (answer*|respond*|reply|replied|call* back)",
      "nobody (rang|called|answered|has rung)",
      "never heard back",
    ],
  },
  {
    id: "overpricing",
    label: "Too high a price",
    words: ["overpriced", "too expensive", "rip off", "ripoff", "not worth"],
  },
];
