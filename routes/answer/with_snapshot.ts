import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { Services } from "../services.ts";
import { problemResponse } from "./problem_response.ts";

/** Answers from the current snapshot; 503 while there is none. */
export function withSnapshot<Answer extends Response | Promise<Response>>(
  services: Services,
  answer: (snapshot: Snapshot) => Answer,
): Answer | Response {
  const snapshot = services.snapshot();
  if (snapshot !== null) return answer(snapshot);
  return problemResponse(503, "The dataset is still being loaded; try again in a second.", {
    headers: { "retry-after": "1" },
  });
}
