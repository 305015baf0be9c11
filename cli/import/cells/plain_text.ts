import { Parser } from "htmlparser2";

const BREAKS = new Set(["br", "p", "div", "li", "tr", "blockquote", "h1", "h2", "h3", "h4"]);
const SILENT = new Set(["script", "style", "head"]);

/** The words of an HTML fragment, as plain text; texts without tags and entities are returned as they are. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  let text = "";
  let silent = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (SILENT.has(name)) silent++;
      else if (BREAKS.has(name) && text !== "" && !text.endsWith("\n")) text += "\n";
    },
    ontext: (part) => {
      if (silent === 0) text += part;
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent--;
    },
  }, { decodeEntities: true });
  parser.end(html);
  return text;
}
