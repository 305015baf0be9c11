import type { Fault } from "../../openapi/problem.ts";

// The documented length of the list of faults.
const MOST_FAULTS = 20;

/** Finds misspelt query parameters in a query string. */
type FindMisnamed = (search: string) => readonly Fault[];

/**
 * Returns a finder of known parameters in other case or separators, such as `Rating` or `minRating`. They would be
 * ignored as unknown, and the answer would ignore the filter.
 */
export function misnamedParameters(names: ReadonlySet<string>): FindMisnamed {
  const known = new Map([...names].map((name) => [plain(name), name]));
  return (search) => {
    const faults = new Map<string, Fault>();
    for (const pair of search.replace(/^\?/, "").split("&")) {
      const at = pair.indexOf("=");
      const written = at === -1 ? pair : pair.slice(0, at);
      // The usual case: no decoding needed.
      if (names.has(written)) continue;
      const name = decoded(written);
      const right = name === null || names.has(name) ? undefined : known.get(plain(name));
      if (name === null || right === undefined || faults.size === MOST_FAULTS) continue;
      faults.set(name, { in: "query", path: [name], code: "misnamed", message: `Expected the name ${right}` });
    }
    return [...faults.values()];
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}

/**
 * Finds query parameters whose value is not percent-encoded UTF-8 (RFC 3986 2.1). Lenient decoding would leave `%FF` as
 * three characters.
 */
export function malformedParameters(search: string, names: ReadonlySet<string>): readonly Fault[] {
  const faults: Fault[] = [];
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const [written = "", ...value] = pair.split("=");
    const name = decoded(written);
    if (name === null || !names.has(name) || decoded(value.join("=")) !== null) continue;
    // One fault per parameter, so that the list has a documented maximum length.
    if (faults.some(({ path }) => path[0] === name)) continue;
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
