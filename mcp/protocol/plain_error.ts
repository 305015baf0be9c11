import { RPC_CODES } from "./rpc_error.ts";

const MOST_FAULTS = 3;

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected?: string;
}

/**
 * An error as one sentence: where the library puts the list of faults of its schema into the message, and calls some of
 * them errors of the server, they are told in words and as invalid parameters (JSON-RPC 2.0 5.1). Other answers stay as
 * they are.
 */
export function plainError(answer: object, method: string): object {
  if (!("error" in answer) || typeof answer.error !== "object" || answer.error === null) return answer;
  const { message } = { message: null, ...answer.error };
  const issues = typeof message === "string" ? issuesIn(message) : [];
  if (issues.length === 0) return answer;
  const faults = issues.slice(0, MOST_FAULTS).map(faultText).join("; ") +
    (issues.length > MOST_FAULTS ? `; and ${issues.length - MOST_FAULTS} more` : "");
  return {
    ...answer,
    error: { code: RPC_CODES.invalidParams, message: `${method.slice(0, 50)} was not run: ${faults}.` },
  };
}

function issuesIn(message: string): readonly Issue[] {
  const at = message.indexOf("[\n");
  if (at === -1) return [];
  try {
    const found: unknown = JSON.parse(message.slice(at));
    return Array.isArray(found) ? found.filter(isIssue) : [];
  } catch {
    return [];
  }
}

function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "path" in value && Array.isArray(value.path) &&
    "message" in value && typeof value.message === "string";
}

function faultText({ path, message, expected }: Issue): string {
  const name = path.join(".") || "the message";
  if (expected === undefined) return `${name}: ${message}`;
  const type = expected === "record" ? "object" : expected;
  const wanted = `it has to be ${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
  return message.endsWith("received undefined")
    ? `${name} is missing, ${wanted}`
    : `${name} is of the wrong type, ${wanted}`;
}
