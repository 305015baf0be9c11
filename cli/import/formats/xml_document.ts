import { Parser } from "htmlparser2";
import type { JsonObject } from "../cells/object_row.ts";

interface OpenElement {
  readonly members: Record<string, unknown>;
  text: string;
}

/**
 * An XML document as JSON: an element without others is its text, one with others an object of them, and those of one name
 * a list. Names keep their prefix; attributes are left out.
 */
export function xmlDocument(xml: string): JsonObject {
  const root: OpenElement = { members: Object.create(null), text: "" };
  const stack = [root];
  const parser = new Parser({
    onopentag: () => void stack.push({ members: Object.create(null), text: "" }),
    ontext: (text) => {
      const open = stack.at(-1);
      if (open !== undefined) open.text += text;
    },
    onclosetag: (name) => {
      const closed = stack.pop();
      const around = stack.at(-1)?.members;
      if (closed === undefined || around === undefined) return;
      const value = Object.keys(closed.members).length === 0 ? closed.text.trim() : closed.members;
      const known = around[name];
      if (Array.isArray(known)) known.push(value);
      else around[name] = known === undefined ? value : [known, value];
    },
  }, { xmlMode: true, decodeEntities: true });
  parser.end(xml);
  return root.members;
}
