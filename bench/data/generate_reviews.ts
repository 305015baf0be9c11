import type { Business } from "../../domain/business.ts";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import type { Review } from "../../domain/review.ts";
import { rosterOf } from "../../domain/roster.ts";
import { crockford } from "../../domain/ulid.ts";
import { generateText } from "./generate_text.ts";
import { seededRandom } from "./seeded_random.ts";
import { wordList } from "./word_list.ts";

const VOCABULARY = 20_000;
// Not in the future, which the importer refuses.
const NEWEST_DAY = Date.UTC(2025, 11, 31);
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
  // A random word such as "furnace" would mention a service.
  const words = wordList(VOCABULARY, random).filter((word) => technicians(word).length + services(word).length === 0);
  const reviews = Array.from({ length: count }, (_, rank) => generateReview(rank, count, words, business, random));
  return { business, reviews, operatorInsights: null, taxonomy: null, sample: false };
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
    id: ulid(day, count - rank),
    author: `Reviewer ${rank + 1}`,
    author_avatar_url: random() < 0.5 ? `https://images.example/avatars/${rank}.jpg` : null,
    rating: stars(random()),
    date: isoDay(day),
    text: hasText ? sentences.join(" ") : null,
    source: "google",
    source_url: `https://maps.example/reviews/${rank}`,
    owner_reply: random() < 0.3 ? { text: generateText(80, words, random), date: isoDay(day + DAY_MS) } : null,
    verified: true,
    mentioned_technicians: technician.map(({ name }) => name),
    mentioned_services: service.map(({ id }) => id),
  };
}

function stars(share: number): number {
  if (share < 0.74) return 5;
  if (share < 0.86) return 4;
  if (share < 0.91) return 3;
  return share < 0.94 ? 2 : 1;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A ULID from a day and a number; within a day it sorts by number. */
function ulid(day: number, number: number): string {
  return crockford(BigInt(day), 10) + crockford(BigInt(number), 16);
}

function pick<T>([first, ...others]: readonly T[], random: () => number): T {
  const at = Math.floor(random() * (others.length + 1));
  const chosen = at === 0 ? first : others[at - 1];
  if (chosen === undefined) throw new Error("There is nothing to pick from.");
  return chosen;
}
