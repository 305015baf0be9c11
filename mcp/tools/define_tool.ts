import { shortened } from "../../domain/cut_text.ts";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Site } from "../../domain/site.ts";
import { perSnapshot } from "../../domain/snapshot/per_snapshot.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { McpServices } from "../mcp_services.ts";
import { outline, quoted, UNTRUSTED, visible } from "../answers/outline.ts";
import { inputJsonSchema, type JsonSchema, publishedSchema, withExamples } from "./tool_schema.ts";

interface ToolAnswer {
  /** Sentences before the outline of the data. */
  readonly sentences: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

interface ToolFault {
  readonly fault: string;
}

interface ToolDefinition<Input extends z.ZodType<object>> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Schema of the arguments; published, and validated before `answer` is called. */
  readonly input: Input;
  /** Examples of arguments from the published business; undefined if it has none. */
  readonly examples?: (snapshot: Snapshot) => Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Whether the text of an answer is the JSON of its data. */
  readonly isJson?: boolean;
  readonly answer: (snapshot: Snapshot, args: z.output<Input>, site: Site) => ToolAnswer | ToolFault;
}

/** A tool that can be registered with any number of servers. */
export interface Tool {
  readonly name: string;
  readonly register: (server: McpServer, services: McpServices) => void;
}

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/**
 * Creates a tool. Its JSON Schema is generated once per process; only the examples follow the current snapshot. It
 * publishes no schema of the answer, which clients would put before their model. The text of an answer has all data.
 * Invalid arguments, unknown names and a missing dataset give answers with `isError`, which a model can read and act
 * on.
 */
export function defineTool<Input extends z.ZodType<object>>(definition: ToolDefinition<Input>): Tool {
  const { name, title, description, meta, examples = () => ({}) } = definition;
  const input = inputJsonSchema(definition.input);
  const types = new Map(
    Object.entries<JsonSchema>(Object(input.properties)).map(([name, schema]) => [name, schema["type"]]),
  );
  const inputOf = perSnapshot((snapshot) => withExamples(input, usable(definition.input, examples(snapshot))));
  const inputFor = ({ snapshot, onError }: McpServices): JsonSchema => {
    try {
      const current = snapshot();
      return current === null ? input : inputOf(current);
    } catch (error) {
      onError?.(error);
      return input;
    }
  };
  return {
    name,
    register: (server, services) => {
      const config = {
        title,
        description,
        inputSchema: publishedSchema(() => inputFor(services)),
        annotations: { title, ...READ_ONLY },
        ...(meta === undefined ? {} : { _meta: { ...meta } }),
      };
      server.registerTool(name, config, (given) => answerCall(definition, types, given, services));
    },
  };
}

/** The examples that a call would accept: names of a business may contain anything. */
function usable(
  input: z.ZodType<object>,
  examples: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const shape: Readonly<Record<string, z.ZodType>> = "shape" in input ? Object(input.shape) : {};
  return Object.fromEntries(
    Object.entries(examples).filter(([name, value]) =>
      visible(value) === value && !/\p{Cc}/u.test(String(value)) && shape[name]?.safeParse(value).success === true
    ),
  );
}

function answerCall<Input extends z.ZodType<object>>(
  { name, input, answer, isJson = false }: ToolDefinition<Input>,
  types: ReadonlyMap<string, unknown>,
  given: unknown,
  { snapshot, site, onError }: McpServices,
): CallToolResult {
  try {
    // Models write null or an empty text for arguments that they omit.
    const stated = Object.fromEntries(
      Object.entries(Object(given)).filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => [name, readText(value, types.get(name))]),
    );
    const args = input.safeParse(stated);
    const faults = [
      ...args.success ? [] : argumentFaults(args.error.issues, stated),
      ...unknownArguments(name, stated, [...types.keys()]),
    ];
    if (!args.success || faults.length > 0) {
      return toolError(`${name} was not run, as its arguments have faults:\n- ${faults.join("\n- ")}`);
    }
    const current = snapshot();
    if (current === null) return toolError("The dataset is still loading; try again in a second.");
    const answered = answer(current, args.data, site);
    if ("fault" in answered) return toolError(answered.fault);
    const { sentences, data } = answered;
    const text = isJson ? JSON.stringify(data) : [UNTRUSTED, ...sentences, outline(data)].join("\n");
    return {
      content: [{ type: "text", text }],
      structuredContent: visible(isJson ? data : { ...data, untrusted: UNTRUSTED }),
    };
  } catch (error) {
    // Caught here, as the library would put the message of any error into the answer.
    onError?.(error);
    return toolError(`${name} failed inside the service; the operator's log says why.`);
  }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([["true", true], ["false", false]]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Reads a number or flag that a model wrote as text; anything else stays as it is. */
function readText(value: unknown, type: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "integer" || type === "number") return NUMBER.test(value) ? Number(value) : value;
  if (type === "boolean") return FLAGS.get(value) ?? value;
  return value;
}

function toolError(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

const MOST_SHOWN = 80;
const MOST_UNKNOWN = 10;

function argumentFaults(issues: readonly z.core.$ZodIssue[], given: unknown): readonly string[] {
  const lines = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = path.map(String).join(".");
    if (lines.has(name)) continue;
    const found = valueAt(given, path);
    lines.set(name, `${name}: ${message}${found === undefined ? "" : `, got ${shown(found)}`}`);
  }
  return [...lines.values()];
}

function unknownArguments(tool: string, given: object, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, MOST_UNKNOWN).map((name) => quoted(name, MOST_SHOWN)).join(", ") +
    (unknown.length > MOST_UNKNOWN ? `, and ${unknown.length - MOST_UNKNOWN} more` : "");
  const has = known.length === 0 ? "has no arguments" : `has ${known.join(", ")}`;
  return [`${names}: No such ${unknown.length === 1 ? "argument" : "arguments"}; ${tool} ${has}`];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) => typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined,
    value,
  );
}

function shown(value: unknown): string {
  if (typeof value === "string") return quoted(value, MOST_SHOWN);
  const json = JSON.stringify(value) ?? String(value);
  return shortened(json, MOST_SHOWN);
}
