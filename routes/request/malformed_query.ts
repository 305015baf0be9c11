import type { Fault } from "../../openapi/problem.ts";

/**
 * Finds query parameters whose value is not percent-encoded UTF-8 (RFC 3986 2.1). Lenient decoding would leave `%FF` as
 * three characters.
 */
export function malformedParameters(search: string, names: ReadonlySet<string>): readonly Fault[] {
  const faults: Fault[] = [];
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const at = pair.indexOf("=");
    const name = decoded(at === -1 ? pair : pair.slice(0, at));
    if (
      name === null || !names.has(name) ||
      decoded(at === -1 ? "" : pair.slice(at + 1)) !== null ||
      // One fault per parameter, so that the list has a documented maximum length.
      faults.some(({ path }) => path[0] === name)
    ) continue;
    faults.push({
      in: "query",
      path: [name],
      code: "malformed",
      message: "Expected percent-encoded UTF-8 (a percent sign itself is written %25)",
    });
  }
  return faults;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
