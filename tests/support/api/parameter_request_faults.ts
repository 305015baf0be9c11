import { answerFaults } from "./answer_faults.ts";
import type { ApiOperation } from "./api_document.ts";
import { expectedFaults } from "./expected_faults.ts";
import { operationUrl, type ParameterValues } from "./operation_url.ts";

/** Answers a path and query, as the application does. */
export type Ask = (url: string) => Response | Promise<Response>;

/**
 * Asks for an operation with these parameters and lists where the answer differs from the document: 200 exactly
 * when it allows them all, otherwise a 400 that names each wrong one once; and all that {@linkcode answerFaults} sees.
 */
export async function parameterRequestFaults(
  ask: Ask,
  operation: ApiOperation,
  values: ParameterValues,
): Promise<readonly string[]> {
  const expected = expectedFaults(operation, values);
  const response = await ask(operationUrl(operation, values));
  const faults = [...await answerFaults(operation, "GET", response.clone())];
  const status = expected.length === 0 ? 200 : 400;
  if (response.status !== status) return [...faults, `status is ${response.status}, the document says ${status}`];
  if (status === 200) return faults;
  const found = await issueNames(response);
  if (found.join() !== expected.join()) {
    faults.push(`issues name ${found.join()}, the document says ${expected.join()}`);
  }
  return faults;
}

/** The parameters that a 400 names: `query rating` for the query parameter `rating`, sorted. */
export async function issueNames(response: Response): Promise<readonly string[]> {
  const { issues } = await response.json() as { issues: { in: string; path: string[] }[] };
  return issues.map((issue) => `${issue.in} ${issue.path.join("/")}`).sort();
}
