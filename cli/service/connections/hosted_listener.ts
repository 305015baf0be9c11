import type { Listen, Listener } from "./listener.ts";

/** Takes the requests of a host: `deno serve`, Deno Deploy, or a program that imports the service. */
export interface HostedListener {
  /** Where the host listens; null before it has said so, and of a host that does not say so. */
  readonly address: () => Deno.NetAddr | null;
  /** To be called by the host when it listens. */
  readonly onListen: (address: Deno.Addr) => void;
  /** To be called by the host for each request, not before `listen`. */
  readonly fetch: Deno.ServeHandler;
  /** Stands for a socket of our own. */
  readonly listen: Listen;
}

/** Creates the listener of a host. */
export function hostedListener(): HostedListener {
  let address: Deno.NetAddr | null = null;
  let answer: Parameters<Listener["answer"]>[0] = () => new Response(null, { status: 503 });
  let underWay = 0;
  let onIdle = () => {};

  function completed(): void {
    underWay--;
    if (underWay === 0) onIdle();
  }

  return {
    address: () => address,
    onListen: (given) => {
      if ("port" in given && given.transport === "tcp") address = given;
    },
    fetch: (request, info) => {
      underWay++;
      info.completed.then(completed, completed);
      return answer(request, info as Deno.ServeHandlerInfo<Deno.NetAddr>);
    },
    listen: ({ hostname, port }) =>
      Promise.resolve({
        hostname: address?.hostname ?? hostname,
        port: address?.port ?? port,
        connections: () => null,
        answer: (handler) => void (answer = handler),
        // The host has the socket; what it has handed over is answered before the process ends.
        shutdown: () =>
          new Promise((resolve) => {
            onIdle = resolve;
            if (underWay === 0) resolve();
          }),
      }),
  };
}
