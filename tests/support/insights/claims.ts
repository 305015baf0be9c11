/** What is expected of the texts of one line of a file of claims, which are read as its setting says. */
export interface ClaimLine {
  readonly expected: string;
  readonly texts: readonly string[];
  /** The words of the last line with `@` before it. */
  readonly setting: readonly string[];
}

/**
 * Runs each claim of a file as one test that checks all its lines. The lines are of these kinds:
 *
 *     # CLAIM                   name of a test
 *     @ SETTING                 how the texts below are read
 *     EXPECTED: TEXT | TEXT     what is expected of the texts
 */
export function testClaims(path: string, check: (line: ClaimLine) => void): void {
  for (const part of Deno.readTextFileSync(path).split(/^# /m).slice(1)) {
    const [claim = "", ...lines] = part.trim().split("\n");
    Deno.test(claim, () => {
      let setting: readonly string[] = [];
      let checked = 0;
      for (const line of lines) {
        if (line.startsWith("@ ")) {
          setting = line.slice(2).split(" ");
          continue;
        }
        const end = line.indexOf(":");
        check({
          expected: line.slice(0, end),
          texts: line.slice(end + 1).split("|").map((text) => text.trim()),
          setting,
        });
        checked++;
      }
      if (checked === 0) throw new Error(`${claim}: there is nothing to check`);
    });
  }
}
