/** Groups of rules that an evaluation can leave out, to show what each is worth. */
export const RULE_GROUPS = [
  "absence",
  "burdens",
  "implied",
  "negation",
  "owners",
  "praise_of_burdens",
  "quote_advice",
  "quote_alone",
  "quote_direct",
  "quote_firms",
  "quote_names",
  "quote_nouns",
  "quote_slips",
  "quote_writing",
  "size",
  "stars",
  "unreal",
  "verdicts",
  "wishes",
] as const;

export type RuleGroup = typeof RULE_GROUPS[number];

let leftOut: RuleGroup | null = null;

/** Leaves a group of rules out from now on; null for none. For an evaluation alone. */
export function leaveOut(group: RuleGroup | null): void {
  leftOut = group;
}

/** Whether the rules of a group count. */
export function counts(group: RuleGroup): boolean {
  return leftOut !== group;
}
