/**
 * Behaviours of subscribers, with the number of subscribers of each. The host name begins with the behaviour: `good-3`.
 */
export const BEHAVIOURS = {
  /** Confirms its subscription requests, and answers every delivery with success. */
  good: 36,
  /** Like `good`, without a secret. */
  plain: 6,
  /** Like `good`, but answers a second late. */
  slow: 4,
  /** Like `good`, but repeatedly ends and renews its subscription. */
  leaving: 8,
  /** Requests short leases, which expire. */
  brief: 6,
  /** Rejects the verification with a 404. */
  refuse: 2,
  /** Answers the verification with a text other than the challenge. */
  wrong: 2,
  /** Does not answer the verification. */
  silent: 1,
  /** From here on: confirms, and then fails deliveries in one of these ways. */
  hang: 2,
  drip: 2,
  failing: 2,
  gone: 2,
  redirect: 2,
  reset: 2,
} as const;

/** Name of a behaviour. */
export type Behaviour = keyof typeof BEHAVIOURS;

/** Behaviours that take every delivery and may lose none. */
export const TAKES_ALL: readonly Behaviour[] = ["good", "plain", "slow"];
/** Behaviours that never confirm and may get no delivery. */
export const NEVER_CONFIRMS: readonly Behaviour[] = ["refuse", "wrong", "silent"];
/** Behaviours that confirm and then fail. */
export const FAILS: readonly Behaviour[] = ["hang", "drip", "failing", "gone", "redirect", "reset"];

/** Returns the names of all subscribers. */
export function subscriberNames(): readonly string[] {
  return Object.entries(BEHAVIOURS).flatMap(([behaviour, count]) =>
    Array.from({ length: count }, (_, n) => `${behaviour}-${n}`)
  );
}

/** Returns the behaviour of a subscriber by its name. */
export function behaviourOf(name: string): Behaviour {
  const behaviour = name.split("-")[0] ?? "";
  if (!isBehaviour(behaviour)) throw new Error(`No subscriber is named ${name}.`);
  return behaviour;
}

function isBehaviour(text: string): text is Behaviour {
  return Object.hasOwn(BEHAVIOURS, text);
}

/** Returns the secret of a subscriber's request. Each renewal has a new one. */
export function secretOf(name: string, generation: number): string {
  return `${name} ${generation}`;
}
