/**
 * Replaces every line break of a text by LF, so that line numbers are the same for all files.
 *
 * @param chunks The text in pieces; a piece may end within a CRLF.
 */
export async function* lineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const chunk of chunks) {
    const text = held + chunk;
    held = text.endsWith("\r") ? "\r" : "";
    const whole = held === "" ? text : text.slice(0, -1);
    yield whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  }
  if (held !== "") yield "\n";
}
