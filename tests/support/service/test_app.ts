import type { LedgerEnd } from "../../../domain/dataset/ledger.ts";
import { starCounts } from "../../../domain/documents/aggregate_rating.ts";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { NO_REVISION } from "../../../service/health.ts";
import type { ChangeLog } from "../../../domain/dataset/change_log.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import type { Site } from "../../../domain/site.ts";
import { datasetSnapshot } from "../../../domain/snapshot/dataset_snapshot.ts";
import type { Place } from "../../../domain/places.ts";
import { type Snapshot, snapshotFor } from "../../../domain/snapshot/snapshot.ts";
import { buildEndpoint } from "../../../mcp/server.ts";
import { createApp } from "../../../routes/app.ts";
import type { Services } from "../../../routes/services.ts";
import type { AcceptRequest } from "../../../websub/request/hub_answer.ts";

/** The site of test applications. */
export const TEST_SITE: Site = { baseUrl: "https://reviews.example" };

/** Publication time of test datasets. */
export const PUBLISHED_AT = "2026-11-20T09:15:00Z";

/** The snapshot of a dataset; by default of the bundled sample. */
export function testSnapshot(
  dataset: Dataset = sampleDataset(),
  revision = "test-revision",
  log: ChangeLog | null = null,
): Snapshot {
  return datasetSnapshot(dataset, TEST_SITE, { at: PUBLISHED_AT, revision }, log);
}

/** A hub that has reached a limit. */
export const limitedHub: AcceptRequest = () =>
  Promise.resolve({ kind: "limited", reason: "Enough for now", retryAfterSeconds: 7 });

/** The real application on one snapshot; unexpected errors of handlers are thrown. */
export function testApp(snapshot: Snapshot | null = testSnapshot(), services: Partial<Services> = {}): OpenAPIHono {
  const current = services.snapshot ?? ((place: Place) => snapshot && snapshotFor(snapshot, place));
  return createApp({
    site: TEST_SITE,
    snapshot: current,
    hub: () => Promise.resolve({ kind: "accepted" }),
    mcp: buildEndpoint({ site: TEST_SITE, snapshot: () => snapshot && snapshotFor(snapshot, "api") }).fetch,
    isTrustedProxy: () => false,
    clientNetwork: (address) => address,
    trouble: () => null,
    ledger: () => Promise.resolve([]),
    readiness: async () => await Promise.resolve(current("api")) === null ? [NO_REVISION] : [],
    onError: (error) => {
      throw error;
    },
    ...services,
  });
}

/** The real application on the sample dataset with these members in place of its own. */
export function sampleApp(members: Partial<Dataset>): OpenAPIHono {
  return testApp(testSnapshot({ ...sampleDataset(), ...members }));
}

/** The real application with a snapshot, hub and MCP endpoint that throw. */
export function faultyApp(onError: (error: unknown) => void = () => {}): OpenAPIHono {
  const fault = () => {
    throw new Error("secret detail of the inside");
  };
  return testApp(null, { snapshot: fault, hub: fault, mcp: fault, onError });
}

/** The last entry of a ledger with this number of lines. */
export function ledgerEnd(number: number): LedgerEnd {
  return { number, hash: "0".repeat(64), erased: 0, since: "2026-11-20T08:00:00Z", withdrawn: starCounts([]) };
}
