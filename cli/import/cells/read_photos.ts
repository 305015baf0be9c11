import { WebUrl } from "../../../domain/web_url.ts";
import { isJsonObject } from "./object_row.ts";

const MOST = 20;
const MEMBERS = ["url", "imageUrl", "image_url", "original_url", "src", "link", "photoUrl", "image", "contentUrl"];

/**
 * The addresses of pictures in a value: a URL, several of them apart from each other by commas, bars or white space, or a
 * list of URLs or of objects with one. Anything else in it is left out, as pictures are no reason to refuse a review.
 */
export function readPhotos(value: unknown): readonly string[] {
  const urls = texts(value).filter((text) => WebUrl.safeParse(text).success);
  return [...new Set(urls)].slice(0, MOST);
}

function texts(value: unknown): readonly string[] {
  if (typeof value === "string") {
    const text = value.trim();
    if (text.startsWith("[")) return parsedTexts(text);
    return text.split(/\s*[|;]\s*|\s*,\s*(?=https?:)|\s+/).filter((part) => part !== "");
  }
  if (Array.isArray(value)) return value.slice(0, 100).flatMap(texts);
  if (!isJsonObject(value)) return [];
  return MEMBERS.flatMap((name) => typeof value[name] === "string" ? [value[name]] : []).slice(0, 1);
}

function parsedTexts(text: string): readonly string[] {
  try {
    return texts(JSON.parse(text));
  } catch {
    return text.match(/https?:\/\/[^\s"',\]]+/g) ?? [];
  }
}
