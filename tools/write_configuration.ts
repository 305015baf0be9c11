// Writes docs/configuration.md from the variables. `--check` compares.
import deno from "../deno.json" with { type: "json" };
import { printError } from "../terminal/print.ts";
import { type Variable, VARIABLE_GROUPS } from "../service/variables.ts";
import { HOSTS_AT_ADDRESS, HUB_LIMITS } from "../websub/hub_settings.ts";

const PAGE = new URL("../docs/configuration.md", import.meta.url);

const INTRODUCTION = `# Configuration

For operators. Variables of the environment configure every program; an empty one counts as absent. An invalid value
stops the start with one line: the variable, its value and what is allowed.
`;

const LIMITS =
  `**Limits.** A subscriber that exceeds one gets a 429 that names \`WEBSUB_LIMITS\`. Choose \`generous\` for a subscriber with
1,000 callbacks on a host, and \`none\` for closed networks and tests.
`;

/** Rows of the table of limits. 0 is no limit. */
const LIMIT_ROWS: readonly (readonly [label: string, of: (limits: typeof HUB_LIMITS["none"]) => number])[] = [
  ["parallel deliveries", ({ concurrency }) => concurrency],
  ["parallel exchanges with a host", ({ concurrencyPerHost }) => concurrencyPerHost],
  ["requests of a client address, a minute", ({ requestsPerMinute }) => requestsPerMinute],
  ["unverified requests", ({ pending }) => pending],
  ["unverified requests of a host or domain", ({ pendingPerHost }) => pendingPerHost],
  ["subscriptions", ({ subscriptions }) => subscriptions],
  ["subscriptions of a host or domain", ({ subscriptionsPerHost }) => subscriptionsPerHost],
  ["subscriptions of an address", ({ subscriptionsPerHost }) => subscriptionsPerHost * HOSTS_AT_ADDRESS],
  ["calls to a domain or address, a second", ({ callsPerDestination }) => callsPerDestination.perSecond],
  ["calls to a domain or address, an hour", ({ callsPerDestination }) => callsPerDestination.perHour],
  ["megabytes of a change, uncompressed", ({ megabytesPerChange }) => megabytesPerChange],
];

/** Returns the text of `docs/configuration.md`, formatted as `deno fmt` does. */
export function configurationPage(): string {
  const groups = Object.entries<Readonly<Record<string, Variable>>>(VARIABLE_GROUPS).map(([title, variables]) => {
    const items = Object.entries(variables).map((entry) => wrapped(item(...entry)));
    return `## ${title}\n\n${items.join("\n")}\n${"WEBSUB_LIMITS" in variables ? `\n${LIMITS}\n${limitsTable()}` : ""}`;
  });
  return [INTRODUCTION, ...groups].join("\n");
}

function item(name: string, { meaning, unit, range, words, default: absent, example }: Variable): string {
  const values = words?.map((word) => `\`${word}\``).join(", ") ?? (range && `${range.join(" to ")}`);
  const isValue = typeof absent === "number" || typeof absent === "string" && !absent.includes(" ");
  const facts = [
    values && [values, unit].filter(Boolean).join(" "),
    `default: ${absent === undefined ? "none" : isValue ? `\`${absent}\`` : absent}`,
    `example: \`${example}\``,
  ];
  return `- **\`${name}\`**: ${meaning}. ${capital(facts.filter(Boolean).join("; "))}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Breaks the lines of a list item. */
function wrapped(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.trim() !== "" && line.length + 1 + word.length > deno.fmt.lineWidth) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

function limitsTable(): string {
  const rows = LIMIT_ROWS.map(([label, of]) => [
    label,
    ...Object.values(HUB_LIMITS).map((limits) => of(limits) === 0 ? "no limit" : of(limits).toLocaleString("en")),
  ]);
  const table = [["Limit", ...Object.keys(HUB_LIMITS).map((word) => `\`${word}\``)], ...rows];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]) =>
    `| ${
      cells.map((cell, at) => at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)).join(" | ")
    } |`;
  const rule = `| ${
    widths.map((width, at) => at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`).join(" | ")
  } |`;
  const [head = [], ...body] = table;
  return [line(head), rule, ...body.map(line)].join("\n") + "\n";
}

if (import.meta.main) {
  const text = configurationPage();
  if (!Deno.args.includes("--check")) await Deno.writeTextFile(PAGE, text);
  else if (await Deno.readTextFile(PAGE) !== text) {
    printError("docs/configuration.md is not what `deno task configuration` writes.");
    Deno.exit(1);
  }
}
