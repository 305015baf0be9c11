import { TOPIC_PATHS } from "../../../domain/site.ts";
import { TEST_SITE } from "../service/test_app.ts";
import { allowsText } from "./allows_text.ts";
import type { ApiSchema } from "./api_document.ts";
import { PUBLIC_CALLBACK } from "./form_text.ts";

/** Rules that only the descriptions of members state. */
const RULES: Readonly<Record<string, (text: string) => boolean>> = {
  "hub.callback": (text) => PUBLIC_CALLBACK.test(text),
  "hub.topic": (text) => TOPIC_PATHS.some((path) => URL.parse(text)?.href === TEST_SITE.baseUrl + path),
  "hub.secret": (text) => new TextEncoder().encode(text).length <= 199,
};
const IGNORED_AT_THE_END = ["hub.lease_seconds", "hub.secret"];

/** The faulty parameters of a subscription request according to the document, sorted: `body hub.mode`. */
export function expectedFormFaults(form: ApiSchema, sent: URLSearchParams): readonly string[] {
  const isEnd = sent.getAll("hub.mode").join() === "unsubscribe";
  return Object.entries(form.properties ?? {}).filter(([name, schema]) => {
    const texts = sent.getAll(name);
    const [text] = texts;
    if (text === undefined) return form.required?.includes(name) ?? false;
    if (texts.length > 1) return true;
    if (isEnd && IGNORED_AT_THE_END.includes(name)) return false;
    return !allowsText({ schema }, text) || RULES[name]?.(text) === false;
  }).map(([name]) => `body ${name}`).sort();
}
