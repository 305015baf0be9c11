import assert from "node:assert/strict";
import { archiveDataset } from "../../../domain/dataset/archive_dataset.ts";
import { archiveFaults } from "../../../domain/dataset/archive_faults.ts";
import type { DatasetArchive } from "../../../domain/dataset/dataset_archive.ts";
import { withHidden } from "../../../domain/dataset/hidden_reviews.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { DECODERS } from "../../support/api/content_codings.ts";

const ids = new Set(sampleDataset().reviews.slice(0, 2).map(({ id }) => id));
const dataset = { ...withHidden(sampleDataset(), ids, { hidden_at: "2026-11-20T09:15:00Z" }), taxonomy: "restaurant" };
const { length } = dataset.reviews;
const sound = archiveDataset(dataset);

/** The archive with one inverted byte in the middle of a part. */
function damaged(document: string, coding: string): DatasetArchive {
  const bytes = sound.bytes.slice();
  let at = 0;
  for (const part of sound.parts) {
    const place = at + (part.length >> 1);
    if (part.document === document && part.coding === coding) bytes[place] = (bytes[place] ?? 0) ^ 0xff;
    at += part.length;
  }
  return { ...sound, bytes };
}

Deno.test("an archive as it was written has no faults", () => {
  assert.deepEqual(archiveFaults(sound, length), []);
  assert.deepEqual(archiveFaults(archiveDataset(sampleDataset()), length + ids.size), []);
});

Deno.test("a byte that differs is found in every part and coding", () => {
  assert.ok(sound.parts.length > 6);
  for (const { document, coding } of sound.parts) {
    assert.notDeepEqual(archiveFaults(damaged(document, coding), length), [], `${document} in ${coding}`);
  }
});

Deno.test("a part in a coding that this Deno cannot read is no fault", () => {
  const parts = [...sound.parts, { document: "/reviews.json", coding: "zstd", length: 0 } as const];
  assert.equal(archiveFaults({ ...sound, parts }, length).length, "zstd" in DECODERS ? 1 : 0);
});

Deno.test("another digest, another number of reviews and a missing document are found", () => {
  assert.deepEqual(archiveFaults({ ...sound, digest: "other" }, length), ["Its content does not have its digest."]);
  assert.match(archiveFaults(sound, length + 1).join(), /^It holds \d+ reviews, and its head says \d+\.$/);
  const parts = sound.parts.filter(({ document }) => document !== "/insights.json");
  assert.match(archiveFaults({ ...sound, parts }, length).join(), /A document is missing\./);
});
