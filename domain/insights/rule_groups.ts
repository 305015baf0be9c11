/** Groups of rules that an evaluation can disable, to measure the value of each. */
export const RULE_GROUPS = [
  "absence",
  "burdens",
  "implied",
  "negation",
  "owners",
  "phrase_whole",
  "quote_alone",
  "quote_direct",
  "quote_names",
  "quote_writing",
  "size",
  "stars",
  "unreal",
  "verdicts",
  "wishes",
] as const;

export type RuleGroup = typeof RULE_GROUPS[number];

let leftOut: RuleGroup | null = null;

/** Disables a group of rules from now on; null enables all. For evaluations only. */
export function leaveOut(group: RuleGroup | null): void {
  leftOut = group;
}

/** Returns whether a group of rules is enabled. */
export function counts(group: RuleGroup): boolean {
  return leftOut !== group;
}
