import { isJsonObject, type JsonObject } from "../cells/object_row.ts";
import { importFormat } from "./import_format.ts";

/** The feed of Apple's App Store (`rss/customerreviews/id=…`), as JSON and as XML. An entry that describes the app is none. */
export const APP_STORE = importFormat({
  name: "app-store",
  containers: ["json", "xml"],
  marks: ["im:rating", "im:version"],
  fields: {
    id: "id",
    author: "author.name",
    rating: "im:rating",
    date: "updated",
    title: "title",
    text: "content",
    place: "app",
  },
  ignored: "author.uri|author.label|im:version|im:voteSum|im:voteCount|im:contentType*|link*",
  source: "app-store",
  anonymousAuthor: "A user of the App Store",
  nativePlace: (feed) => /\bid=(\d+)/.exec(feed)?.[1] ?? "",
  findRows: (document) => {
    const feed = isJsonObject(document) ? document.feed : null;
    if (!isJsonObject(feed)) return null;
    const rows = [feed.entry].flat().filter(isJsonObject).filter((entry) => entry["im:rating"] !== undefined)
      .map((entry) => ({ ...entry, app: feed.id }));
    return { groups: [{ path: ["feed", "entry"], rows, place: null }], business: null };
  },
  plainRow: (entry) => Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, plain(value)])),
});

/** JSON has `label` in place of an element's words; XML has the text of a review twice, plain and as HTML. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return plain(value[0]);
  if (!isJsonObject(value)) return value;
  const { label, ...others }: JsonObject = value;
  return label !== undefined && label !== "" ? label : Object.fromEntries(
    Object.entries(others).map(([name, member]) => [name, plain(member)]),
  );
}
