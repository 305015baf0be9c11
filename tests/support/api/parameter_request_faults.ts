import { answerFaults } from "./answer_faults.ts";
import type { ApiOperation } from "./api_document.ts";
import { exampleValues } from "./example_values.ts";
import { expectedFaults } from "./expected_faults.ts";
import { operationUrl, type ParameterValues } from "./operation_url.ts";

/** Answers a request for a path and query like the application. */
export type Ask = (url: string) => Response | Promise<Response>;

/**
 * Requests an operation with these parameters and lists the differences between response and document: 200 exactly if
 * all parameters are allowed, otherwise a 400 that names each wrong one once, or the documented 404 for an id that is not
 * that of the example; and everything {@linkcode answerFaults} finds.
 */
export async function parameterRequestFaults(
  ask: Ask,
  operation: ApiOperation,
  values: ParameterValues,
): Promise<readonly string[]> {
  const expected = expectedFaults(operation, values);
  const response = await ask(operationUrl(operation, values));
  const faults = [...await answerFaults(operation, "GET", response.clone())];
  const isThere = operation.responses["404"] === undefined ||
    values["id"] === exampleValues(operation, ["path"])["id"];
  const status = expected.length > 0 ? 400 : isThere ? 200 : 404;
  if (response.status !== status) return [...faults, `status is ${response.status}, the document says ${status}`];
  if (status !== 400) return faults;
  const found = await issueNames(response);
  if (found.join() !== expected.join()) {
    faults.push(`issues name ${found.join()}, the document says ${expected.join()}`);
  }
  return faults;
}

/** The parameters named by a 400, sorted: `query rating` for the query parameter `rating`. */
export async function issueNames(response: Response): Promise<readonly string[]> {
  const { issues } = await response.json() as { issues: { in: string; path: string[] }[] };
  return issues.map((issue) => `${issue.in} ${issue.path.join("/")}`).sort();
}
