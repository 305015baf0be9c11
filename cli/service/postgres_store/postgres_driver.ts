import { Client as AnyClient, Pool as AnyPool } from "pg";

// The package has no types of its own, and those that others publish bring all of Node's globals with them.

/** A question to the database; one with a name is prepared once a connection. */
export interface PostgresQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** What can be asked questions: bytes come as `Uint8Array`, whole numbers of 64 bits as text. */
export interface PostgresQueries {
  query<R>(query: PostgresQuery | string): Promise<{ readonly rows: readonly R[] }>;
  /** Ends its connections. */
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** Connections that are lent for one question each. */
export const Pool: new (options: {
  readonly connectionString: string;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: boolean;
}) => PostgresQueries = AnyPool;

/** One connection. */
export interface PostgresClient extends PostgresQueries {
  connect(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "notification", listener: (notification: { readonly payload?: string }) => void): unknown;
  once(event: "end", listener: () => void): unknown;
}

/** Makes a connection. */
export const Client: new (
  options: { readonly connectionString: string; readonly keepAlive: boolean },
) => PostgresClient = AnyClient;
