import { connect, type Socket } from "node:net";

/** A connection to a server on 127.0.0.1, as bytes. */
export interface OpenConnection {
  /** Sends a request for `/healthz`; resolves to the status of its answer, 0 if the connection has ended. */
  readonly health: () => Promise<number>;
  /** Resolves when the server has closed the connection. */
  readonly ended: Promise<void>;
  readonly isOpen: () => boolean;
  /** What the server has sent since the last question for its health. */
  readonly received: () => string;
  readonly write: (bytes: string) => void;
}

/** Connections that end with the test. */
export interface OpenConnections extends Disposable {
  readonly list: readonly OpenConnection[];
}

/**
 * Opens connections one after the other.
 *
 * @param bytes What each sends at once; nothing by default.
 * @param address The client's own address, one of 127.0.0.0/8.
 */
export async function openConnections(
  origin: string,
  count: number,
  { bytes = "", address = "127.0.0.1" }: { readonly bytes?: string; readonly address?: string } = {},
): Promise<OpenConnections> {
  const sockets: Socket[] = [];
  const list: OpenConnection[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(origin).port), localAddress: address });
    sockets.push(socket);
    // A connection that is refused or broken off has ended, as any other.
    socket.on("error", () => {});
    list.push(openConnection(socket));
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (bytes !== "") socket.write(bytes);
  }
  return {
    list,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function openConnection(socket: Socket): OpenConnection {
  let [received, isOpen] = ["", true];
  let look = () => {};
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    look();
  });
  const ended = new Promise<void>((resolve) =>
    socket.on("close", () => {
      isOpen = false;
      look();
      resolve();
    })
  );
  return {
    ended,
    isOpen: () => isOpen,
    received: () => received,
    write: (bytes) => void socket.write(bytes),
    health: () =>
      new Promise((resolve) => {
        look = () => {
          const [, status] = /^HTTP\/1\.1 (\d{3}) [^]*\r\n\r\n\{[^]*\}\s*$/.exec(received) ?? [];
          if (status !== undefined || !isOpen) resolve(Number(status ?? 0));
        };
        received = "";
        if (isOpen) socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        look();
      }),
  };
}
