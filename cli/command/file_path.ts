import path from "node:path";

/** Rules for paths, by default those of this system. Tests name `posix` or `win32` of `node:path`. */
type PathRules = Pick<typeof path, "dirname" | "isAbsolute" | "join" | "relative" | "sep">;

/** Returns the path of a file that another file names, either absolutely or relative to the folder of that file. */
export function pathBeside(file: string, named: string, rules: PathRules = path): string {
  return rules.isAbsolute(named) ? named : rules.join(rules.dirname(file), named);
}

/** True if a path is below a folder. Give both without links. On Windows upper and lower case are equal. */
export function isBelow(folder: string, inner: string, rules: PathRules = path): boolean {
  const way = rules.relative(folder, inner);
  // Between two drives of Windows there is no relative path.
  return way !== "" && !rules.isAbsolute(way) && way.split(rules.sep)[0] !== "..";
}

/** Returns the last part of a path of any system; empty without one. Browsers and histories have paths of others. */
export function lastPart(text: string): string {
  return text.split(/[\\/]/).findLast((part) => part !== "" && part !== ".") ?? "";
}
