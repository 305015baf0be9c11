import type { MiddlewareHandler } from "hono";
import type { Fault } from "../../openapi/problem.ts";
import { refuseFaults } from "./problem_response.ts";

// The documented length of the list of faults.
const MOST_FAULTS = 20;

/**
 * Answers 400 to faults of a query that are gone once it is decoded:
 *
 * - a known parameter whose value is not percent-encoded UTF-8 (RFC 3986 2.1): lenient decoding leaves `%FF` as it is
 * - a name with other case, separators or brackets (`Rating`, `minRating`, `rating[]`), which is otherwise ignored
 * - a name of `mistakes`
 *
 * @param names Known parameters.
 * @param mistakes Known parameters by the names that other services give them.
 */
export function refuseUnreadableQuery(
  names: readonly string[],
  mistakes: Readonly<Record<string, string>> = {},
): MiddlewareHandler {
  const known = new Map([...names.map((name) => [plain(name), name] as const), ...Object.entries(mistakes)]);
  return async ({ req: { url } }, next) => {
    // One fault for each name, so that the list has a documented maximum length.
    const malformed = new Map<string, Fault>();
    const misnamed = new Map<string, Fault>();
    for (const pair of url.includes("?") ? url.slice(url.indexOf("?") + 1).split("&") : []) {
      const [written = "", ...value] = pair.split("=");
      const name = decoded(written);
      const right = name === null ? undefined : known.get(plain(name));
      if (name === null || right === undefined) continue;
      const fault = { in: "query" as const, path: [name] };
      if (name !== right) {
        const message = `Expected the name ${right}`;
        if (misnamed.size < MOST_FAULTS) misnamed.set(name, { ...fault, code: "misnamed", message });
      } else if (decoded(value.join("=")) === null) {
        const message = "Expected percent-encoded UTF-8 (a percent sign itself is written %25)";
        malformed.set(name, { ...fault, code: "malformed", message });
      }
    }
    const faults = [...malformed.values(), ...misnamed.values()];
    if (faults.length > 0) return refuseFaults(faults);
    await next();
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/\[\w*\]$/, "").replaceAll(/[-_]/g, "");
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
