import { sentence } from "../../../domain/sentences/sentence.ts";
import { Parser } from "htmlparser2";
import { ImportFileError } from "../bytes/file_container.ts";
import { parsedJson } from "../bytes/json_positions.ts";
import { unescapedXml } from "../bytes/workbook.ts";
import type { JsonObject } from "../cells/source_row.ts";

// Maximum depth of nested elements. The parser's time grows with the square of the depth; browsers stop at 512.
const MOST_DEPTH = 2000;

/** The attribute with the property value, by element name (HTML 5.2.4). */
const STATED: ReadonlyMap<string, string> = new Map(
  Object.entries({ a: "href", link: "href", img: "src", time: "datetime", data: "value", meter: "value" }),
);

type Item = Record<string, unknown>;

interface OpenElement {
  /** The item that begins at the element; null if none does. */
  readonly item: Item | null;
  /** The property of the enclosing item that the element sets; null if none. */
  readonly property: string | null;
  /** The property value from an attribute; null if the element's text is the value. */
  readonly stated: string | null;
  text: string;
}

/**
 * Extracts the structured data of a page: its JSON-LD, and its microdata (HTML 5.2) in the same form, nested items as
 * members. Ignores invalid JSON-LD.
 *
 * @throws {ImportFileError} If elements are nested too deeply.
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
      const stated = attributes.content ?? attributes[STATED.get(name) ?? ""] ?? null;
      const around = enclosing(stack);
      stack.push({ item, property, stated, text: "" });
      if (stack.length > MOST_DEPTH) {
        throw new ImportFileError(
          sentence("{file} nests elements more than {count} levels deep.", { file, count: MOST_DEPTH }),
        );
      }
      if (item === null) return;
      if (property === null || around === null) found.push(item);
      else addProperty(around, property, item);
    },
    ontext: (text) => {
      if (script !== null) script += text;
      else for (const element of stack) if (element.property !== null && element.item === null) element.text += text;
    },
    onclosetag: (name) => {
      if (name === "script" && script !== null) {
        found.push(...[parsedJson(script) ?? []].flat());
        script = null;
      }
      const element = stack.pop();
      if (element === undefined || element.property === null || element.item !== null) return;
      const around = enclosing(stack);
      if (around !== null) addProperty(around, element.property, element.stated ?? element.text.trim());
    },
  }, { decodeEntities: true });
  parser.end(html);
  return found;
}

function newItem({ itemtype = "", itemid }: Readonly<Record<string, string>>): Item {
  return { "@type": itemtype.replace(/^.*[/#]/, ""), ...itemid !== undefined && { "@id": itemid } };
}

/** The innermost item on the stack; null if there is none. */
function enclosing(stack: readonly OpenElement[]): Item | null {
  return stack.findLast(({ item }) => item !== null)?.item ?? null;
}

function addProperty(item: Item, names: string, value: unknown): void {
  for (const name of names.split(/\s+/)) {
    const known = item[name];
    item[name] = known === undefined ? value : [known, value].flat();
  }
}

interface XmlElement {
  readonly attributes: Readonly<Record<string, string>>;
  readonly members: Record<string, unknown>;
  text: string;
  /** Whether elements inside have the names of their values in an attribute, as fields of a database do. */
  hasNamed: boolean;
}

/**
 * Converts an XML document to JSON. An element with text alone becomes its text, any other an object of its attributes
 * and children. An attribute of a text is a member beside it, such as `overall@max`. Children of the same name become a
 * list. Names keep their prefix. If an element has a value and only the attribute `name`, the attribute
 * becomes its name, as of `<field name="stars">5</field>` in dumps of databases.
 */
export function xmlDocument(xml: string): JsonObject {
  const opened = { text: "", hasNamed: false };
  const root: XmlElement = { ...opened, attributes: {}, members: Object.create(null) };
  const stack = [root];
  const parser = new Parser({
    onopentag: (_, attributes) => void stack.push({ ...opened, attributes, members: Object.create(null) }),
    ontext: (text) => void ((stack.at(-1) ?? root).text += text),
    onclosetag: (element) => {
      const closed = stack.pop();
      const around = stack.at(-1);
      if (closed === undefined || around === undefined) return;
      const own = Object.entries(closed.attributes).filter(([name]) => !/^(?:xmlns|xsi|xml)(?::|$)/.test(name));
      const text = closed.text.trim();
      const isLeaf = Object.keys(closed.members).length === 0;
      const [[attribute, called] = [], ...others] = own;
      const hasValue = isLeaf && text !== "" || closed.hasNamed || around.hasNamed;
      const isNamed = /^name$/i.test(attribute ?? "") && others.length === 0 && hasValue;
      around.hasNamed ||= isNamed || closed.hasNamed;
      const attributes = isNamed ? [] : own;
      const isText = isLeaf && (text !== "" || attributes.length === 0);
      const value = isText ? text : Object.assign(Object.create(null), Object.fromEntries(attributes), closed.members);
      const name = isNamed && called !== undefined ? called : unescapedXml(element);
      const ofText = isText ? attributes.map(([attribute, given]) => [`${name}@${attribute}`, given] as const) : [];
      for (const [member, content] of [[name, value] as const, ...ofText]) {
        const known = around.members[member];
        if (Array.isArray(known)) known.push(content);
        else around.members[member] = known === undefined ? content : [known, content];
      }
    },
  }, { xmlMode: true, decodeEntities: true });
  parser.end(xml);
  return root.members;
}
