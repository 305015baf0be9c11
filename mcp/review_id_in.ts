const REVIEW_ID = /(?:^|\/)([0-7][0-9A-HJKMNP-TV-Z]{25})\/?$/i;

/** The review's id in an id, in the URL of a review's page or in `reviews://review/{id}`; null when there is none. */
export function reviewIdIn(text: string): string | null {
  return REVIEW_ID.exec(text.trim())?.[1]?.toUpperCase() ?? null;
}
