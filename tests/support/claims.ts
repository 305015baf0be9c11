/** What is expected of the texts of one line of a file of claims, which are read as its setting says. */
export interface ClaimLine {
  readonly expected: string;
  readonly texts: readonly string[];
  /** The words of the last line with `@` before it. */
  readonly setting: readonly string[];
}

/**
 * Runs each claim of a file as one test that checks all its lines. A failure names file and line. There are these kinds
 * of lines:
 *
 *     # CLAIM                   name of a test
 *     @ SETTING                 how the texts below are read
 *     EXPECTED: TEXT | TEXT     what is expected of the texts
 */
export function testClaims(path: string, check: (line: ClaimLine) => void): void {
  const [before = "", ...parts] = Deno.readTextFileSync(path).split(/^# /m);
  let number = before.split("\n").length;
  for (const part of parts) {
    const [claim = "", ...lines] = part.trim().split("\n");
    const first = number + 1;
    number += part.split("\n").length - 1;
    Deno.test(claim, () => {
      let setting: readonly string[] = [];
      let checked = 0;
      for (const [at, line] of lines.entries()) {
        if (line.startsWith("@ ")) {
          setting = line.slice(2).split(" ");
          continue;
        }
        const end = line.indexOf(":");
        const texts = line.slice(end + 1).split("|").map((text) => text.trim());
        try {
          check({ expected: line.slice(0, end), texts, setting });
        } catch (cause) {
          throw new Error(`${path.replace(/.*\//, "")}:${first + at}: ${line}`, { cause });
        }
        checked++;
      }
      if (checked === 0) throw new Error(`${claim}: there is nothing to check`);
    });
  }
}
