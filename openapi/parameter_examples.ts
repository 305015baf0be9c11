/** Values of parameters by the operation and its parameter's name; a parameter without one gets no example. */
export type ParameterExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly schema?: { examples?: readonly unknown[] };
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { example?: unknown }>> }>>;
}

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Takes away what operations answer with by way of example: those answers are about the sample. Changes the document. */
export function removeExampleAnswers(document: object): void {
  for (const item of Object.values((document as Paths).paths)) {
    for (const { responses = {} } of Object.values(item)) {
      for (const media of Object.values(responses).flatMap(({ content = {} }) => Object.values(content))) {
        delete media.example;
      }
    }
  }
}

/**
 * Gives the parameters of some operations examples of the published data: the reference page sends them when somebody
 * tries an operation. Changes the document.
 */
export function setParameterExamples(document: object, examples: ParameterExamples): void {
  for (const item of Object.values((document as Paths).paths)) {
    for (const { operationId, parameters = [] } of Object.values(item)) {
      const values = examples[operationId ?? ""];
      if (values === undefined) continue;
      for (const { name = "", in: place, schema } of parameters) {
        if (schema === undefined || (place !== "query" && place !== "path")) continue;
        if (values[name] === undefined) delete schema.examples;
        else schema.examples = [values[name]];
      }
    }
  }
}
