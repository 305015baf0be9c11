import { datasetSnapshot } from "../domain/dataset_snapshot.ts";
import { sampleDataset } from "../domain/sample_dataset.ts";
import type { Snapshot } from "../domain/snapshot.ts";
import { EXAMPLE_SITE } from "./document.ts";

/** Answers a request, as the application does. */
export type Answer = (path: string, method: string) => Response | Promise<Response>;

/** The query and path examples of the description, put together: a request that finds something. */
const SEARCH = "rating=5&min_rating=4&since=2024-01-01&until=2026-10-31&query=water%20heater" +
  "&mentions_technician=Rafael%20Ibarra&mentions_service=water-heater&limit=3";

const REQUESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/reviews/search": {
    200: `/api/reviews/search?${SEARCH}`,
    400: "/api/reviews/search?rating=6&since=2026-02-30",
  },
  "/api/reviews/since/{date}": {
    200: "/api/reviews/since/2026-01-01",
    400: "/api/reviews/since/2026-02-30",
  },
};

// The whole description inside itself would double it for no reader's good.
const SHORTENED: Readonly<Record<string, unknown>> = {
  "/openapi.json": { openapi: "3.1.0", info: { title: "Public Reviews Service", version: "1.0.0" }, paths: {} },
};

/** The snapshot that the examples are taken from: those reviews of the sample that the example search finds. */
export function exampleSnapshot(): Snapshot {
  const sample = sampleDataset();
  const reviews = sample.reviews.filter(({ rating, date, text, mentioned_technicians }) =>
    rating === 5 && date < "2026-10-31" && /water heater/i.test(text ?? "") &&
    mentioned_technicians.includes("Rafael Ibarra")
  );
  return datasetSnapshot({ ...sample, reviews }, EXAMPLE_SITE, {
    at: "2026-11-20T09:15:00Z",
    revision: "001795166100000-3f9c21aa",
  });
}

/**
 * Gives every documented answer with a body an example, by asking the application itself. So no
 * example can say what the service does not.
 *
 * @param answers The application on {@linkcode exampleSnapshot}, before a dataset is loaded, and
 * with a fault in it.
 */
export async function addExamples(
  document: object,
  answers: { readonly ready: Answer; readonly unready: Answer; readonly faulty: Answer },
): Promise<object> {
  const copy = structuredClone(document) as { paths: Record<string, Record<string, Operation>> };
  for (const [path, operations] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
        const [[mediaType, media] = []] = Object.entries(content ?? {});
        if (media === undefined || mediaType === undefined) continue;
        const shortened = status === "200" ? SHORTENED[path] : undefined;
        const answer = status === "503" ? answers.unready : status === "500" ? answers.faulty : answers.ready;
        media.example = shortened ?? await ask(status, path, method, answer);
      }
    }
  }
  return copy;
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

async function ask(status: string, path: string, method: string, answer: Answer): Promise<unknown> {
  const request = REQUESTS[path]?.[status] ?? REQUESTS[path]?.["200"] ?? path;
  const response = await answer(request, status === "405" ? "PUT" : method.toUpperCase());
  if (String(response.status) !== status) {
    throw new Error(`No example for ${method} ${path} ${status}: ${request} was answered ${response.status}.`);
  }
  const body = await response.text();
  return response.headers.get("content-type") === "application/json" ? JSON.parse(body) : body;
}
