import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { McpServices } from "../mcp_services.ts";
import { visible } from "../wording/visible.ts";
import { argumentFaults, unknownArguments } from "./argument_faults.ts";
import { type ToolAnswers, toolAnswers } from "./tool_answers.ts";
import { inputJsonSchema, type JsonSchema, outputJsonSchema, publishedSchema, withExamples } from "./tool_schema.ts";

/** The answer of a tool: data, and the same as text for people and models. */
export interface ToolAnswer<Data> {
  readonly data: Data;
  readonly text: string;
}

/** Why a tool has no answer: a sentence that says what exists. */
export interface ToolFault {
  readonly fault: string;
}

/** The definition of a tool. */
export interface ToolDefinition<Input extends z.ZodType<object>, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Schema of the arguments: published, and validated before `answer` is called. */
  readonly input: Input;
  /** Examples of arguments that the published business has; undefined where it has none. */
  readonly examples?: (snapshot: Snapshot) => Readonly<Record<string, unknown>>;
  /** Schema of the answer's data. */
  readonly output: Output;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly answer: (snapshot: Snapshot, args: z.output<Input>, site: Site) => ToolAnswer<z.output<Output>> | ToolFault;
}

/** A tool that can be registered with any number of servers. */
export interface Tool {
  readonly name: string;
  /** Schema of the answer's data. */
  readonly output: z.ZodObject;
  readonly register: (server: McpServer, services: McpServices) => void;
}

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/**
 * Creates a tool. Its JSON Schemas are generated once per process, but for the examples, which are those of the current
 * snapshot. Invalid arguments, unknown names and a missing dataset give answers with `isError`, which a model can read
 * and act on.
 */
export function defineTool<Input extends z.ZodType<object>, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, output, meta, examples = () => ({}) } = definition;
  const answers = toolAnswers();
  const input = inputJsonSchema(definition.input);
  const known = Object.keys(Object(input.properties));
  const outputSchema = outputJsonSchema(output);
  const inputs = new WeakMap<Snapshot, JsonSchema>();
  const inputFor = ({ snapshot, onError }: McpServices): JsonSchema => {
    try {
      const current = snapshot();
      if (current === null) return input;
      const ready = inputs.get(current) ?? withExamples(input, usable(definition.input, examples(current)));
      inputs.set(current, ready);
      return ready;
    } catch (error) {
      onError?.(error);
      return input;
    }
  };
  return {
    name,
    output,
    register: (server, services) => {
      const config = {
        title,
        description,
        inputSchema: publishedSchema(() => inputFor(services)),
        outputSchema: publishedSchema(() => outputSchema),
        annotations: READ_ONLY,
        ...(meta === undefined ? {} : { _meta: { ...meta } }),
      };
      server.registerTool(name, config, (given) => answerCall(definition, known, given, services, answers));
    },
  };
}

/** The examples that the tool would take and that show all they hold: names of a business may be anything. */
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

function answerCall<Input extends z.ZodType<object>, Output extends z.ZodObject>(
  { name, input, answer }: ToolDefinition<Input, Output>,
  known: readonly string[],
  given: unknown,
  { snapshot, site, onError }: McpServices,
  answers: ToolAnswers,
): CallToolResult {
  try {
    // Models write null for what they leave out.
    const stated = Object.fromEntries(Object.entries(Object(given)).filter(([, value]) => value !== null));
    const args = input.safeParse(stated);
    const faults = [
      ...args.success ? [] : argumentFaults(args.error.issues, stated),
      ...unknownArguments(name, stated, known),
    ];
    if (!args.success || faults.length > 0) {
      return toolError(`${name} was not run, as its arguments have faults:\n- ${faults.join("\n- ")}`);
    }
    const current = snapshot();
    if (current === null) return toolError("The dataset is still loading; try again in a second.");
    return answers.find(current, args.data, () => {
      const answered = answer(current, args.data, site);
      if ("fault" in answered) return toolError(answered.fault);
      return { content: [{ type: "text", text: answered.text }], structuredContent: visible(answered.data) };
    });
  } catch (error) {
    // Caught here, as the library would put the message of any error into the answer.
    onError?.(error);
    return toolError(`${name} failed inside the service; the operator's log says why.`);
  }
}

function toolError(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
