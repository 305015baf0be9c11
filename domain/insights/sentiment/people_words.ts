// Words for people, as texts for `wordList`: which of them count differs from rule to rule.

/** Whoever it is. */
export const ANYBODY = "man woman lady guy gentleman boy girl chap bloke person";

/** Whom one lives with. */
export const SPOUSES = "husband wife partner";

/** The family one is born into, and has. */
export const RELATIVES =
  "mother mum mom father dad son daughter brother sister uncle aunt grandmother grandfather grandson granddaughter nan";

/** Who serves customers. */
export const ATTENDANTS = "assistant attendant receptionist host hostess clerk cashier waitress";
