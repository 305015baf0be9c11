import type { ApiOperation } from "./api_document.ts";
import { schemaFaults } from "./schema_faults.ts";

/**
 * The differences between a response and its documentation: status, required headers and their values, media type,
 * body. Reads the body.
 *
 * @param method The request's method: HEAD has the response of GET without body (RFC 9110 9.3.2).
 */
export async function answerFaults(
  operation: ApiOperation,
  method: string,
  response: Response,
): Promise<readonly string[]> {
  const body = await response.text();
  const documented = operation.responses[String(response.status)];
  if (documented === undefined) return [`status ${response.status} is not documented`];
  const faults: string[] = [];
  for (const [name, { required, schema }] of Object.entries(documented.headers)) {
    const value = response.headers.get(name);
    if (value !== null) faults.push(...schemaFaults(schema, value).map((fault) => `header ${name}: ${fault}`));
    else if (required) faults.push(`header ${name} is missing`);
  }
  const mediaTypes = Object.keys(documented.content);
  const mediaType = response.headers.get("content-type")?.split(";")[0] ?? "";
  const media = documented.content[mediaType];
  if (media === undefined && (mediaType !== "" || mediaTypes.length > 0)) {
    return [...faults, `media type is ${mediaType}, documented is ${mediaTypes.join(", ")}`];
  }
  if (media === undefined || method === "HEAD") {
    if (body !== "") faults.push("the body is not empty");
    return faults;
  }
  const value = parsed(body, /[/+]json$/.test(mediaType));
  if (value === undefined) return [...faults, "the body is not JSON"];
  return [...faults, ...schemaFaults(media.schema, value).map((fault) => `body: ${fault}`)];
}

function parsed(body: string, isJson: boolean): unknown {
  if (!isJson) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
