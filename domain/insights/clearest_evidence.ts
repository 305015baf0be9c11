import type { Evidence } from "./figures/evidence.ts";

/**
 * The clearest reviews of one sentiment: those of the strongest score (for neutral: the nearest to
 * 0), of equals the newer, then the one with the greater id. Takes one pass.
 *
 * @param evidence Newest first.
 */
export function clearestEvidence(
  evidence: readonly Evidence[],
  sentiment: Evidence["sentiment"],
  most: number,
): readonly Evidence[] {
  const clearness = ({ score }: Evidence) => sentiment === "neutral" ? -Math.abs(score) : Math.abs(score);
  const best: Evidence[] = [];
  for (const item of evidence) {
    if (item.sentiment !== sentiment) continue;
    let at = best.length;
    for (let before = best[at - 1]; before !== undefined && clearness(before) < clearness(item);) {
      before = best[--at - 1];
    }
    if (at >= most) continue;
    best.splice(at, 0, item);
    best.length = Math.min(best.length, most);
  }
  return best;
}
