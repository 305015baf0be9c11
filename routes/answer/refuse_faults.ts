import type { Fault } from "../../openapi/problem.ts";
import { problemResponse } from "./problem_response.ts";

/** Answers 400 to a request with faults, naming each. */
export function refuseFaults(faults: readonly Fault[]): Response {
  const names = [...new Set(faults.map(({ path }) => path.join(".")))].join(
    ", ",
  );
  return problemResponse(400, `The request has a wrong value for: ${names}.`, {
    faults,
  });
}
