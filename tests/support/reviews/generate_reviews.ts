import type { Business } from "../../../domain/business.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import type { Review } from "../../../domain/review.ts";
import { rosterOf } from "../../../domain/roster.ts";
import { crockford } from "../../../domain/review_id.ts";
import { seededRandom } from "../seeded_random.ts";

const FREQUENT =
  ("the and to was a our he in we it they for on with of very had is so that at were this my but all not from as be " +
    "out up have me after them would who by when again same day next his their great work house time new done said")
    .split(" ");
const STARTS = ["b", "br", "c", "ch", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "qu", "r", "s", "st", "t", "v"];
const VOWELS = ["a", "e", "i", "o", "u", "ea", "ou"];
const ENDS = ["", "n", "r", "l", "st"];
const VOCABULARY = 20_000;
// Date of the newest review. Never in the future, because the importer refuses that.
const NEWEST_DAY = Date.UTC(2025, 11, 31);
// Distribution of stars: of 50 reviews 37 have five stars, 6 four, 3 three, 1 two and 3 one.
const RATINGS = [...Array(37).fill(5), ...Array(6).fill(4), 3, 3, 3, 2, 1, 1, 1];
const DAY_MS = 86_400_000;
const DAYS = 5 * 365 + 1;

/**
 * Generates fictional reviews for the sample's business: words by Zipf's law, about 300 characters per text, mostly
 * five stars, spread evenly over five years.
 *
 * @param count Number of reviews; newest first.
 * @param seed Equal counts and seeds give equal reviews.
 */
export function generateReviews(count: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const business = { ...sampleDataset().business, sample: false };
  const { technicians, services } = rosterOf(business);
  // Drops random words such as "furnace", which would mention a service.
  const words = wordList(VOCABULARY, random).filter((word) => technicians(word).length + services(word).length === 0);
  const reviews = Array.from({ length: count }, (_, rank) => generateReview(rank, count, words, business, random));
  return { business, reviews, operatorInsights: null, taxonomy: null };
}

function generateReview(
  rank: number,
  count: number,
  words: readonly string[],
  business: Business,
  random: () => number,
): Review {
  const day = NEWEST_DAY - Math.floor(rank / count * DAYS) * DAY_MS;
  const hasText = random() < 0.95;
  const technician = hasText && random() < 0.45 ? [pick(business.technicians, random)] : [];
  const service = hasText && random() < 0.6 ? [pick(business.services, random)] : [];
  const sentences = [
    generateText(40 + random() * 210, words, random),
    ...technician.map(({ name }) => `${name} came to us.`),
    ...service.map(({ label }) => `It was about ${label}.`),
    generateText(20 + random() * 180, words, random),
  ];
  return {
    // Built so that, within a day, ids sort by number.
    id: crockford(BigInt(day), 10) + crockford(BigInt(count - rank), 16),
    author: `Reviewer ${rank + 1}`,
    author_avatar_url: random() < 0.5 ? `https://images.example/avatars/${rank}.jpg` : null,
    rating: RATINGS[Math.floor(random() * RATINGS.length)] ?? 5,
    date: isoDay(day),
    text: hasText ? sentences.join(" ") : null,
    source: "google",
    source_url: `https://maps.example/reviews/${rank}`,
    owner_reply: random() < 0.3 ? { text: generateText(80, words, random), date: isoDay(day + DAY_MS) } : null,
    verified: true,
    verification: "platform",
    incentive: null,
    mentioned_technicians: technician.map(({ name }) => name),
    mentioned_services: service.map(({ id }) => id),
  };
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Generates sentences of at least `length` characters. Word frequencies follow Zipf's law: the word of rank r occurs 1/r
 * times as often as the first.
 */
function generateText(length: number, words: readonly string[], random: () => number): string {
  let text = "";
  let left = 0;
  while (text.length < length) {
    const word = words[Math.floor((words.length + 1) ** random()) - 1] ?? "";
    if (left-- > 0) {
      text += ` ${word}`;
      continue;
    }
    text += (text === "" ? "" : ". ") + word.charAt(0).toUpperCase() + word.slice(1);
    left = 5 + Math.floor(random() * 9);
  }
  return `${text}.`;
}

/** Generates `size` distinct, pronounceable words, the most frequent first. */
function wordList(size: number, random: () => number): readonly string[] {
  const words = new Set(FREQUENT);
  const syllable = () => pick(STARTS, random) + pick(VOWELS, random) + pick(ENDS, random);
  while (words.size < size) words.add(syllable() + syllable() + syllable());
  return [...words];
}

function pick<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error("There is nothing to pick from.");
  return chosen;
}
