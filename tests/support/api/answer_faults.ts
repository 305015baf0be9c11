import type { ApiOperation, ApiParameter } from "./api_document.ts";
import { schemaFaults } from "./schema_faults.ts";

/** The parameters named by a 400, sorted: `query rating` for the query parameter `rating`. */
export async function issueNames(response: Response): Promise<readonly string[]> {
  const { issues } = await response.json() as { issues: { in: string; path: string[] }[] };
  return issues.map((issue) => `${issue.in} ${issue.path.join("/")}`).sort();
}

/**
 * The differences between a response and its documentation: status, required headers and their values, media type,
 * body. An error that is not documented by its status is compared with `default`. Reads the body.
 *
 * @param method The request's method: HEAD has the response of GET without body (RFC 9110 9.3.2).
 */
export async function answerFaults(
  operation: ApiOperation,
  method: string,
  response: Response,
): Promise<readonly string[]> {
  const body = await response.text();
  const isError = response.status >= 400;
  const documented = operation.responses[response.status] ?? (isError ? operation.responses["default"] : undefined);
  if (documented === undefined) return [`status ${response.status} is not documented`];
  const faults: string[] = [];
  for (const [name, { required, schema }] of Object.entries(documented.headers)) {
    const value = response.headers.get(name);
    if (value !== null) faults.push(...schemaFaults(schema, value).map((fault) => `header ${name}: ${fault}`));
    else if (required) faults.push(`header ${name} is missing`);
  }
  // Optional in the document, because one response stands for all errors.
  if (response.status === 405 && !response.headers.has("allow")) faults.push("a 405 has no Allow");
  if ([429, 503].includes(response.status) && !response.headers.has("retry-after")) faults.push("no Retry-After");
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

/** Values of parameters by name; a list means the parameter is given several times. */
export type ParameterValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * Path and query of a request for an operation with these parameters. Omits headers and unrelated path parameters;
 * unknown names go into the query.
 * @param encode Percent-encodes a value (RFC 3986 2.1).
 */
export function operationUrl(
  { path, parameters }: ApiOperation,
  values: ParameterValues,
  encode: (text: string) => string = encodeURIComponent,
): string {
  const places = new Map(parameters.map((parameter) => [parameter.name, parameter.in]));
  const query = Object.entries(values).filter(([name]) =>
    places.get(name) === undefined || places.get(name) === "query"
  )
    .flatMap(([name, value]) => [value].flat().map((text) => `${encodeURIComponent(name)}=${encode(text)}`));
  const place = path.replace(/\{(\w+)\}/g, (_, name) => encode([values[name] ?? ""].flat()[0] ?? ""));
  return query.length === 0 ? place : `${place}?${query.join("&")}`;
}

/** The documented examples of an operation's parameters as strings, by name. */
export function exampleValues(operation: ApiOperation, places: readonly ApiParameter["in"][]): Record<string, string> {
  return Object.fromEntries(
    operation.parameters.filter((parameter) => places.includes(parameter.in)).flatMap(({ name, example, schema }) => {
      const text = example ?? schema.examples?.[0];
      return text === undefined ? [] : [[name, String(text)]];
    }),
  );
}
