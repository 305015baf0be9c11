/** Says a rating in words: `1 star out of 5`. */
export function starsPhrase(rating: number): string {
  return `${rating} ${rating === 1 ? "star" : "stars"} out of 5`;
}
