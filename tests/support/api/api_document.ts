/** A schema of the document; only the members that tests use. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly additionalProperties?: ApiSchema | boolean;
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly else?: ApiSchema;
}

/** A documented parameter. */
export interface ApiParameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
  readonly example?: unknown;
}

type ApiHeader = Required<Omit<ApiParameter, "name" | "in">>;

/** A documented response. */
export interface ApiResponse {
  readonly $ref?: string;
  readonly description: string;
  readonly headers: Readonly<Record<string, ApiHeader>>;
  readonly content: Readonly<Record<string, { readonly schema: ApiSchema; readonly example?: unknown }>>;
}

/** An operation of the document with resolved references. */
export interface ApiOperation {
  readonly path: string;
  /** In upper case. */
  readonly method: string;
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: Pick<ApiResponse, "content"> & { readonly required: boolean };
  readonly callbacks?: Readonly<Record<string, ApiPaths>>;
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

/** Operations as in the document, by path or name, then by method in lower case. */
export type ApiPaths = Readonly<Record<string, Readonly<Record<string, Partial<ApiOperation>>>>>;

/** The OpenAPI document; only the members that tests use. */
export interface ApiDocument {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: ApiPaths;
  readonly info: { readonly contact?: { readonly name: string; readonly url?: string } };
  readonly components: {
    readonly responses: Readonly<Record<string, ApiResponse>>;
    readonly schemas: Readonly<Record<string, ApiSchema>>;
    readonly headers: Readonly<Record<string, ApiHeader>>;
    readonly parameters: Readonly<Record<string, ApiParameter>>;
  };
}

/** The committed document as text. */
export const API_TEXT = await Deno.readTextFile(new URL("../../../openapi.json", import.meta.url));

/** The committed OpenAPI document with its references. */
export const API_DOCUMENT: ApiDocument = JSON.parse(API_TEXT);

/** All operations of the document; references are resolved but for those to schemas. */
export const API_OPERATIONS: readonly ApiOperation[] = operationsOf(lookedUp(API_DOCUMENT, API_DOCUMENT.paths));

/** All requests that the hub sends (callbacks) in the same form; the path is the callback's name. */
export const API_CALLBACKS: readonly ApiOperation[] = API_OPERATIONS.flatMap(({ callbacks = {} }) =>
  Object.entries(callbacks).flatMap(([name, byUrl]) =>
    operationsOf(byUrl).map((operation) => ({ ...operation, path: name }))
  )
);

/** The operation with an `operationId`; throws if there is none. */
export function apiOperation(operationId: string): ApiOperation {
  const operation = API_OPERATIONS.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`The document has no operation ${operationId}.`);
  return operation;
}

function operationsOf(paths: ApiPaths): readonly ApiOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      parameters: operation.parameters ?? [],
      responses: Object.fromEntries(
        Object.entries(operation.responses ?? {}).map(([status, response]) => [
          status,
          { ...response, headers: response.headers ?? {}, content: response.content ?? {} },
        ]),
      ),
    }))
  );
}

function lookedUp<Part>({ components }: ApiDocument, part: Part): Part {
  return JSON.parse(JSON.stringify(part), (_, value) => {
    const [, kind, name] = /^#\/components\/(headers|parameters|responses)\/(\w+)$/.exec(value?.$ref) ?? [];
    if (kind === undefined || name === undefined) return value;
    const found = components[kind as "headers" | "parameters" | "responses"][name];
    if (found === undefined) throw new Error(`The document has no ${value.$ref}.`);
    return lookedUp(API_DOCUMENT, found);
  });
}
