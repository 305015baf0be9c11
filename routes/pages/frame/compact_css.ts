/** A stylesheet without comments and the white space between its rules. */
export function compactCss(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ").replace(/ ?([{};,]) ?/g, "$1").replace(/: /g, ":")
    .trim();
}
