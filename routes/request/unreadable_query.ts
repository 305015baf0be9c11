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

/** Reads the values of a query string without its question mark; null if that takes more than splitting it. */
type ReadSoundQuery = (search: string) => Readonly<Record<string, string>> | null;

/**
 * Returns a reader of queries that give each known parameter once, by its plain name and in percent-encoded UTF-8. It
 * ignores unknown parameters. For all other queries it returns null, and the router finds what is wrong with them.
 */
export function soundQueryReader(names: readonly string[]): ReadSoundQuery {
  const known = new Set(names);
  const misnamed = misnamedParameters(known);
  return (search) => {
    const values: Record<string, string> = {};
    let hasOthers = false;
    for (const pair of search.split("&")) {
      const at = pair.indexOf("=");
      const name = pair.slice(0, Math.max(0, at));
      if (!known.has(name)) {
        if (at === -1 || /[%+]/.test(name)) return null;
        hasOthers = true;
        continue;
      }
      const value = pair.slice(at + 1);
      const text = /[%+]/.test(value) ? decoded(value) : value;
      if (text === null || name in values) return null;
      values[name] = text;
    }
    return search.includes("#") || hasOthers && misnamed(search).length > 0 ? null : values;
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
