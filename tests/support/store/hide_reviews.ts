import assert from "node:assert/strict";
import { changeDataset } from "../../../domain/dataset/change_dataset.ts";
import { withHidden } from "../../../domain/dataset/hidden_reviews.ts";
import type { Store } from "../../../domain/store/store.ts";

const NOW = "2026-11-24T10:00:00Z";

/** Hides the reviews with these ids as spam, as the business does. */
export async function hideReviews(kv: Store, ids: readonly string[]): Promise<void> {
  const mark = { hidden_at: NOW, hidden_reason: "spam" } as const;
  await changeDataset(kv, {
    publisher: { command: "review hide", sources: [] },
    decide: (current) => ({ dataset: withHidden(current?.dataset ?? assert.fail(), new Set(ids), mark) }),
    dryRun: false,
    keptRevisions: 10,
    now: () => new Date(NOW),
  });
}
