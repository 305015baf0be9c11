/** How a subscriber behaves, and how many of that kind there are. Its host name begins with the manner: `good-3`. */
export const MANNERS = {
  /** Confirms what it asked for and takes every delivery. */
  good: 36,
  /** The same, without a secret. */
  plain: 6,
  /** The same, a second late. */
  slow: 4,
  /** Takes every delivery while it is subscribed, and ends and begins its subscription again and again. */
  leaving: 8,
  /** Asks for a short lease, which ends again and again. */
  brief: 6,
  /** Rejects the verification with a 404. */
  refuse: 2,
  /** Answers the verification with something else than the challenge. */
  wrong: 2,
  /** Does not answer the verification. */
  silent: 1,
  /** Subscribes, and then fails in one of these ways. */
  hang: 2,
  drip: 2,
  failing: 2,
  gone: 2,
  redirect: 2,
  reset: 2,
} as const;

/** The kind of a subscriber. */
export type Manner = keyof typeof MANNERS;

/** Those that take every delivery: nothing may be lost to them. */
export const TAKES_ALL: readonly Manner[] = ["good", "plain", "slow"];
/** Those that never confirm: nothing may be sent to them. */
export const NEVER_CONFIRMS: readonly Manner[] = ["refuse", "wrong", "silent"];
/** Those that confirm and then fail. */
export const FAILS: readonly Manner[] = ["hang", "drip", "failing", "gone", "redirect", "reset"];

/** The names of all subscribers. */
export function subscriberNames(): readonly string[] {
  return Object.entries(MANNERS).flatMap(([manner, count]) =>
    Array.from({ length: count }, (_, n) => `${manner}-${n}`)
  );
}

/** The manner of a subscriber with this name. */
export function mannerOf(name: string): Manner {
  const manner = name.split("-")[0] ?? "";
  if (!isManner(manner)) throw new Error(`No subscriber is named ${name}.`);
  return manner;
}

function isManner(text: string): text is Manner {
  return Object.hasOwn(MANNERS, text);
}

/** The secret of a subscriber's request; each renewal has a new one. */
export function secretOf(name: string, generation: number): string {
  return `${name} ${generation}`;
}
