import { type Text } from "../../domain/sentences/sentence.ts";
import { counted } from "../../terminal/print.ts";

const STATUSES = ["ok", "warning", "fault"] as const;

/** Result of one check. */
export interface Finding {
  /** Name of the check, in a word. */
  readonly check: string;
  readonly status: typeof STATUSES[number];
  /** The observed state. The page for the owner shows only sentences in the owner's language, with what to do. */
  readonly text: Text;
  /** What the operator can do, in sentences; null if there is nothing to do. */
  readonly advice: string | null;
}

/** Makes a finding of a check that found no fault. */
export function ok(check: string, text: Text): Finding {
  return { check, status: "ok", text, advice: null };
}

/** Makes a finding about something that works but needs attention. */
export function warning(check: string, text: Text, advice: string): Finding {
  return { check, status: "warning", text, advice };
}

/** Makes a finding about something that does not work. */
export function fault(check: string, text: Text, advice: string | null = null): Finding {
  return { check, status: "fault", text, advice };
}

const WIDTH = 80;
const STATUS_WIDTH = 9;
const CHECK_WIDTH = 13;

/** Returns the highest severity of some findings. */
export function worstStatus(findings: readonly Finding[]): Finding["status"] {
  return STATUSES.findLast((status) => findings.some((finding) => finding.status === status)) ?? "ok";
}

/** Formats findings and a closing count as lines of at most 80 columns. */
export function doctorReport(findings: readonly Finding[]): string {
  const count = (status: Finding["status"]) => findings.filter((finding) => finding.status === status).length;
  const [warnings, faults] = [count("warning"), count("fault")];
  const closing = warnings + faults === 0
    ? "Everything is in order."
    : `${counted(faults, "fault")}, ${counted(warnings, "warning")}.`;
  return [...findings.map(findingText), closing].join("\n");
}

/** Formats one finding as lines of at most 80 columns. */
export function findingText({ check, status, text, advice }: Finding): string {
  const lines = wrapped(advice === null ? String(text) : `${text} ${advice}`, WIDTH - STATUS_WIDTH - CHECK_WIDTH);
  const margin = " ".repeat(STATUS_WIDTH + CHECK_WIDTH);
  return `${status.padEnd(STATUS_WIDTH)}${check.padEnd(CHECK_WIDTH)}${lines.join(`\n${margin}`)}`;
}

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
