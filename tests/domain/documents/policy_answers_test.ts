import type { LabellerIdentity } from "../../../domain/labeller_identity.ts";
import assert from "node:assert/strict";
import { aggregateRating, starCounts } from "../../../domain/documents/aggregate_rating.ts";
import { withheldCounts } from "../../../domain/dataset/ledger.ts";
import { ENGLISH_POLICY, policyAnswers, type PolicyLanguage } from "../../../domain/documents/policy_answers.ts";
import { POLICY_WORDS } from "../../../domain/documents/policy_words.ts";
import { type PolicyFacts, policyFigures, reviewTallyBuilder } from "../../../domain/documents/review_policy.ts";
import { HIDDEN_REASONS, type Review, type WithheldReason } from "../../../domain/review.ts";
import { PAGE_WORDS } from "../../../routes/pages/language/page_language.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

interface Case {
  readonly name: string;
  readonly business?: Parameters<typeof businessOf>[0];
  readonly published?: readonly Partial<Review>[];
  /** Stars of withheld reviews by reason. */
  readonly withheld?: Partial<Record<WithheldReason, readonly number[]>>;
  readonly leftOut?: PolicyFacts["leftOut"];
  readonly ledger?: Pick<PolicyFacts, "since" | "withdrawn" | "erased">;
  readonly operatorInsights?: boolean;
  readonly labeller?: LabellerIdentity | null;
  readonly says?: readonly string[];
  readonly neverSays?: readonly (string | RegExp)[];
}

const CHOICES = { invites: null, checks: null, incentives: null, report_to: null } as const;
const NO_LEDGER: Case["ledger"] = { since: null, withdrawn: starCounts([]), erased: 0 };
const LEDGER: Case["ledger"] = { since: "2026-11-01T08:00:00Z", withdrawn: [2, 0, 1, 0, 0], erased: 1 };
const GOOGLE = { source: "google", verification: "platform" } as const;

const CASES: readonly Case[] = [
  {
    name: "nothing is left out, and nothing is known of the time before",
    published: [{}],
    operatorInsights: true,
    says: ["Shown: 1 review. Stored here: 1 review.", POLICY_WORDS.none_hidden, POLICY_WORDS.before_here],
    neverSays: ["public history", "Withdrawn", "Erased", "language model"],
  },
  {
    name: "reviews that the source does not publish",
    published: [{ rating: 5 }],
    withheld: { not_published: [1, 1, 2] },
    says: [
      "Shown: 1 review. Stored here: 4 reviews.",
      "Left out because their source does not publish them: 3 reviews; with one or two stars: 3. With them the average " +
      "would be 2.25 instead of 5.00 of 5 stars.",
    ],
  },
  {
    name: "sources that places leave out",
    published: [{ rating: 5 }],
    leftOut: [
      { source: "yelp", reviews: 12, places: ["api", "feeds"] },
      { source: "csv", reviews: 1, places: ["pages", "search_engines"] },
      { source: "google", reviews: 0, places: ["api"] },
    ],
    says: [
      "Shown: 1 review. Stored here: 13 reviews.",
      "Left out of API, feeds, as terms of platforms may require: Yelp, 12 reviews.",
      "Left out of pages and widgets, data for search engines, as terms of platforms may require: Tables of the business, 1 review.",
    ],
    neverSays: ["Google"],
  },
  {
    name: "nothing is published but what is left out",
    withheld: { not_verified: [2, 3] },
    says: ["Left out because their source does not verify them: 2 reviews. Their average is 2.50 of 5 stars."],
  },
  {
    name: "unverified reviews are shown, and those of another source left out",
    published: [{ verified: false, verification: "none" }],
    withheld: { not_verified: [1] },
    says: [
      POLICY_WORDS.unverified_shown,
      "Left out because their source does not verify them: 1 review. With them the average would be 3.00 instead of " +
      "5.00 of 5 stars.",
      "Not verified, as the source says: 1 review.",
    ],
    neverSays: [POLICY_WORDS.none_not_verified],
  },
  {
    name: "every reason to hide, and none",
    published: [{}],
    withheld: { ...Object.fromEntries(HIDDEN_REASONS.map((reason) => [reason, [1]])), not_stated: [5] },
    says: [
      "Hidden by the business: 9 reviews; with one or two stars: 8. With them the average would be 1.80 instead of 5.00 " +
      "of 5 stars.",
      ...["Fake", "Spam", "The author was not a customer", "Personal data"].map((reason) => `${reason}: 1 review.`),
      ...["Unlawful", "About something else", "A duplicate"].map((reason) => `${reason}: 1 review.`),
      "Another reason: 1 review.",
      "No reason stated: 1 review.",
    ],
    neverSays: [POLICY_WORDS.none_hidden],
  },
  {
    name: "withdrawn and erased reviews",
    published: [{}],
    ledger: LEDGER,
    says: [
      "Withdrawn since 2026-11-01: 3 reviews; with one or two stars: 2.",
      "Erased since 2026-11-01: 1 review.",
      POLICY_WORDS.ledger,
    ],
  },
  { name: "a hand-typed table", published: [{}], says: [POLICY_WORDS.checker_unknown], neverSays: ["Each source"] },
  {
    name: "fake reviews are forbidden, and reported to the business alone without a platform that takes reports",
    published: [{ source: "houzz" }],
    says: "forbidden|is fake if|hides a fake review|reports it to the platform|“How can I report a review?”".split("|"),
    neverSays: [POLICY_WORDS.report_platform],
  },
  {
    name: "a hand-typed table that the business checks",
    business: { review_policy: { ...CHOICES, checks: "We know each name." } },
    published: [{}],
    says: ["“We know each name.”", POLICY_WORDS.checker_nobody_else],
    neverSays: ["Each source"],
  },
  {
    name: "a platform",
    published: [GOOGLE],
    says: [POLICY_WORDS.checker_source, POLICY_WORDS.checker_nobody_else, POLICY_WORDS.report_platform],
  },
  {
    name: "a platform, and a business that checks too",
    business: { review_policy: { ...CHOICES, checks: "We compare the name." } },
    published: [GOOGLE],
    says: [POLICY_WORDS.checker_source, "“We compare the name.”", POLICY_WORDS.checker_nobody_else],
  },
  ...(["everybody", "some", "nobody"] as const).map((invites): Case => ({
    name: `asks ${invites}`,
    business: { review_policy: { ...CHOICES, invites } },
    says: [POLICY_WORDS[`invites_${invites}`]],
    neverSays: [POLICY_WORDS.invites_unknown],
  })),
  {
    name: "incentives are denied, and marked all the same",
    business: { review_policy: { ...CHOICES, incentives: "none" } },
    published: [{ incentive: "A voucher" }, { incentive: "A voucher" }],
    says: [POLICY_WORDS.incentives_none, "Marked all the same, because their source says otherwise: 2 reviews."],
  },
  {
    name: "incentives are marked",
    business: { review_policy: { ...CHOICES, incentives: "marked" } },
    published: [{ incentive: "A voucher" }],
    says: [POLICY_WORDS.incentives_marked, "Marked: 1 review."],
  },
  ...([
    [{ review_policy: { ...CHOICES, report_to: "report@acme.example" }, email: "office@acme.example" }, "report@"],
    [{ email: "office@acme.example", telephone: "030 90 18 20" }, "office@acme.example"],
    [{ telephone: "030 90 18 20", url: "https://acme.example" }, "030 90 18 20"],
    [{ url: "https://acme.example" }, "https://acme.example"],
    [{}, POLICY_WORDS.report_unknown],
  ] as const).map(([business, contact]): Case => ({
    name: `report to ${contact}`,
    business,
    says: [contact],
  })),
  {
    name: "a language model at a host reads the texts",
    published: [{}],
    labeller: { model: "small-1", host: "api.example" },
    says: ["also reads the texts: small-1. It runs here: api.example.", POLICY_WORDS.labeller_sent],
  },
  {
    name: "a language model on the machine of the business reads the texts",
    labeller: { model: "small-1", host: "" },
    says: ["small-1. It runs here: the business’s own machine."],
  },
  {
    name: "replies",
    published: [{ owner_reply: { text: "Thanks.", date: "2026-05-15" } }, {}],
    says: ["The business, to 1 review."],
  },
  {
    name: "names of sources",
    published: ["judge-me", "google-play", "website", "My own Shop", "csv"].map((source) => ({ source })),
    says: ["Judge.me: 1", "Google Play: 1", "Website: 1", "My own Shop: 1", "Tables of the business: 1"],
  },
  {
    name: "thousands of sources",
    published: [...Array.from({ length: 3000 }, (_, at) => ({ source: `s${at}`, rating: 4 })), GOOGLE, GOOGLE],
    neverSays: ["S999:"],
    says: ["Google: 2 reviews, 5.00", "Further sources (2981): 2981 reviews, 4.00 of 5 stars on average."],
  },
];

function policyOf({ business, published = [], withheld = {}, leftOut = [], ledger = NO_LEDGER, ...more }: Case) {
  const { operatorInsights = false, labeller = null } = more;
  const tally = reviewTallyBuilder();
  for (const members of published) tally.add(reviewOf(members));
  const hidden = Object.entries(withheld).flatMap(([reason, stars]) => {
    const mark = { hidden_at: "2026-11-20T08:00:00Z", hidden_reason: reason as WithheldReason };
    return stars.map((rating) => ({ ...reviewOf({ rating }), ...mark }));
  });
  const described = businessOf(business);
  const publishedAt = "2026-11-22T08:00:00Z";
  const facts = { tally: tally.finish(), withheld: withheldCounts(hidden), leftOut, publishedAt, ...ledger! };
  const figures = policyFigures({ business: described, ...facts });
  const answersIn = (language: PolicyLanguage) =>
    policyAnswers(figures, described, { photoHosts: [], operatorInsights, labeller, place: "api" }, language);
  return { figures, answersIn };
}

for (const one of CASES) {
  Deno.test(`the policy answers correctly: ${one.name}`, () => {
    const { answersIn } = policyOf(one);
    const english = answersIn(ENGLISH_POLICY).flatMap(({ answer }) => answer).join("\n");
    for (const sentence of one.says ?? []) assert.ok(english.includes(sentence), `${sentence}\n${english}`);
    for (const sentence of one.neverSays ?? []) {
      assert.ok(sentence instanceof RegExp ? !sentence.test(english) : !english.includes(sentence), english);
    }
    // The other languages have the same number of sentences, each filled in and none in English.
    const sentences = new Set(english.split("\n"));
    for (const language of ["de", "es", "fr"] as const) {
      const there = answersIn({ ...ENGLISH_POLICY, words: PAGE_WORDS[language], reviews: (count) => `${count} ×` });
      const text = there.flatMap(({ question, answer }) => [question, ...answer]).join("\n");
      assert.doesNotMatch(text, /[{}]|undefined|NaN/);
      assert.equal(there.flatMap(({ answer }) => answer).length, english.split("\n").length, text);
      assert.deepEqual(text.split("\n").filter((sentence) => sentences.has(sentence)), [], language);
    }
  });
}

Deno.test("the policy has the average of the home page, to the last decimal", () => {
  const published = [...Array(39).fill({ rating: 1 }), { rating: 2 }];
  const home = aggregateRating(published.map((members) => reviewOf(members))).rating_value;
  assert.deepEqual([policyOf({ name: "", published }).figures.published.average, home], [1.03, 1.03]);
});
