import { encodeBodies, type Representation } from "../../domain/documents/representation.ts";

const PLACE = '"/* widget.css */"';

/** The script of the custom element, with its stylesheet inside; made at the first request. */
export function embedScript(): Representation {
  return script ??= asset(
    "text/javascript; charset=utf-8",
    read("embed.js").replace(PLACE, () => JSON.stringify(compact(read("widget.css")))),
  );
}

/** The stylesheet of the frames, which the script has inside; made at the first request. */
export function widgetStyle(): Representation {
  return style ??= asset("text/css; charset=utf-8", compact(read("widget.css")));
}

let script: Representation | undefined;
let style: Representation | undefined;

function read(name: string): string {
  return Deno.readTextFileSync(new URL(`../pages/assets/${name}`, import.meta.url));
}

/** A stylesheet without comments and the white space between its rules. */
function compact(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1").replace(/: /g, ":")
    .trim();
}

function asset(contentType: string, text: string): Representation {
  return { contentType, bodies: encodeBodies(new TextEncoder().encode(text)), lastModified: null, link: null };
}
