import { Parser } from "htmlparser2";
import { ImportFileError } from "../bytes/import_file_error.ts";
import type { JsonObject } from "../cells/object_row.ts";

// The parser takes the square of the depth; browsers stop at 512.
const MOST_DEPTH = 2000;

type Item = Record<string, unknown>;

interface OpenElement {
  /** The thing that begins at the element; null if it begins none. */
  readonly item: Item | null;
  /** The property that the element gives to the thing around it. */
  readonly property: string | null;
  /** Its value as an attribute states it; null if its words are the value. */
  readonly stated: string | null;
  text: string;
}

/**
 * What a page says in schema.org's words: its JSON-LD as it is, and its microdata (HTML 5.2) in the same form, nested
 * things as members of the outer ones. JSON-LD that is no JSON is left out.
 *
 * @throws {ImportFileError} If elements stand too deep in others.
 */
export function htmlDocument(html: string, file: string): readonly unknown[] {
  const found: unknown[] = [];
  const stack: OpenElement[] = [];
  let script: string | null = null;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "script" && /ld\+json/i.test(attributes.type ?? "")) script = "";
      const item = attributes.itemscope === undefined ? null : newItem(attributes);
      const property = attributes.itemprop ?? null;
      stack.push({
        item,
        property,
        stated: item === null && property !== null ? statedValue(name, attributes) : null,
        text: "",
      });
      if (stack.length > MOST_DEPTH) {
        throw new ImportFileError(`${file} has elements in more than ${MOST_DEPTH} others.`);
      }
      if (item === null) return;
      const around = enclosing(stack, 1);
      if (property !== null && around !== null) addProperty(around, property, item);
      else found.push(item);
    },
    ontext: (text) => {
      if (script !== null) script += text;
      else for (const element of stack) if (element.property !== null && element.item === null) element.text += text;
    },
    onclosetag: (name) => {
      if (name === "script" && script !== null) {
        found.push(...parsed(script));
        script = null;
      }
      const element = stack.pop();
      if (element === undefined || element.property === null || element.item !== null) return;
      const around = enclosing(stack, 0);
      if (around !== null) addProperty(around, element.property, element.stated ?? element.text.trim());
    },
  }, { decodeEntities: true });
  parser.end(html);
  return found;
}

function newItem({ itemtype = "", itemid }: Readonly<Record<string, string>>): Item {
  return { "@type": itemtype.replace(/^.*[/#]/, ""), ...itemid !== undefined && { "@id": itemid } };
}

function statedValue(name: string, attributes: Readonly<Record<string, string>>): string | null {
  if (attributes.content !== undefined) return attributes.content;
  switch (name) {
    case "a":
    case "link":
      return attributes.href ?? null;
    case "img":
      return attributes.src ?? null;
    case "time":
      return attributes.datetime ?? null;
    case "data":
    case "meter":
      return attributes.value ?? null;
    default:
      return null;
  }
}

/** The innermost thing around, without the last `skipped` elements. */
function enclosing(stack: readonly OpenElement[], skipped: number): Item | null {
  return stack.slice(0, stack.length - skipped).findLast(({ item }) => item !== null)?.item ?? null;
}

function addProperty(item: Item, names: string, value: unknown): void {
  for (const name of names.split(/\s+/)) {
    const known = item[name];
    item[name] = known === undefined ? value : [known, value].flat();
  }
}

function parsed(json: string): readonly JsonObject[] {
  try {
    return [JSON.parse(json)].flat();
  } catch {
    return [];
  }
}
