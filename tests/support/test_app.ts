import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Dataset } from "../../domain/dataset.ts";
import { datasetSnapshot } from "../../domain/dataset_snapshot.ts";
import { sampleDataset } from "../../domain/sample_dataset.ts";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { createApp } from "../../routes/app.ts";

/** The origin that test applications have. */
export const TEST_SITE: Site = { baseUrl: "https://reviews.example" };

/** When test datasets were published. */
export const PUBLISHED_AT = "2026-11-20T09:15:00Z";

/** The snapshot of a dataset, the bundled sample when none is given. */
export function testSnapshot(dataset: Dataset = sampleDataset(), revision = "test-revision"): Snapshot {
  return datasetSnapshot(dataset, TEST_SITE, { at: PUBLISHED_AT, revision });
}

/** The real application on one snapshot; an error that no handler expected is thrown at the test. */
export function testApp(snapshot: Snapshot | null = testSnapshot()): OpenAPIHono {
  return createApp({
    site: TEST_SITE,
    snapshot: () => snapshot,
    onError: (error) => {
      throw error;
    },
  });
}

/** The real application with a fault in it: every answer that needs the dataset fails. */
export function faultyApp(onError: (error: unknown) => void = () => {}): OpenAPIHono {
  return createApp({
    site: TEST_SITE,
    snapshot: () => {
      throw new Error("secret detail of the inside");
    },
    onError,
  });
}
