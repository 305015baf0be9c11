/** A signal that closes a connection, for Deno's server of that connection. */
export interface ClosingSignal {
  readonly signal: AbortSignal;
  /** Closes the connection. Does nothing if it has ended. */
  readonly close: () => void;
}

/**
 * Makes a signal whose listeners may find their connection gone. Deno's server throws `BadResource` from its listener
 * when the connection has just ended and `finished` has not settled yet; what a listener throws nobody can catch, and
 * it ended the service in the middle of a flood.
 */
export function closingSignal(): ClosingSignal {
  const closing = new AbortController();
  const { signal } = closing;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) =>
    listen(type, unlessGone(typeof listener === "function" ? listener : listener.handleEvent.bind(listener)), options);
  return { signal, close: () => closing.abort() };
}

function unlessGone<A extends unknown[]>(act: (...of: A) => void): (...of: A) => void {
  return (...of) => {
    try {
      act(...of);
    } catch (error) {
      if (!(error instanceof Deno.errors.BadResource)) throw error;
    }
  };
}
