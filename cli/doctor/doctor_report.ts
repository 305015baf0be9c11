import { type Finding, STATUSES } from "./finding.ts";

const WIDTH = 80;
const STATUS_WIDTH = 9;
const CHECK_WIDTH = 13;

/** The worst status of some findings. */
export function worstStatus(findings: readonly Finding[]): Finding["status"] {
  return STATUSES.findLast((status) => findings.some((finding) => finding.status === status)) ?? "ok";
}

/** The findings as lines of at most 80 columns, and what they come to. */
export function doctorReport(findings: readonly Finding[]): string {
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  const [warnings, faults] = [count("warning"), count("fault")];
  const closing = warnings + faults === 0
    ? "Everything is in order."
    : `${faults} ${faults === 1 ? "fault" : "faults"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}.`;
  return [...findings.map(findingText), closing].join("\n");
}

/** One finding as lines of at most 80 columns. */
export function findingText({ check, status, text, advice }: Finding): string {
  const lines = wrapped(advice === null ? text : `${text} ${advice}`, WIDTH - STATUS_WIDTH - CHECK_WIDTH);
  const margin = " ".repeat(STATUS_WIDTH + CHECK_WIDTH);
  return `${status.padEnd(STATUS_WIDTH)}${check.padEnd(CHECK_WIDTH)}${lines.join(`\n${margin}`)}`;
}

/** Breaks a text at spaces. A word that is longer than a line, such as a path, has a line of its own. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
