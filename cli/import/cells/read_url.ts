import { WebUrl } from "../../../domain/web_url.ts";
import { readText } from "./read_text.ts";
import { ValueFault } from "./value_fault.ts";

const NOT_URL = new ValueFault("an absolute http or https URL of at most 2,048 characters");

/** Parses a URL that will be published: only `http` and `https` (see {@link WebUrl}); an empty value gives `null`. */
export function readUrl(value: unknown): string | null | ValueFault {
  const text = readText(value, 2048);
  if (text === null) return null;
  if (text instanceof ValueFault) return NOT_URL;
  const url = WebUrl.safeParse(text);
  return url.success ? url.data : NOT_URL;
}
