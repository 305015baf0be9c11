// Preloaded before the service: a host that refuses a cron as soon as the server has started, as Deno Deploy does.
const { cron, listen, serve } = Deno;
let hasStarted = false;

function starting<Start extends (...options: never[]) => unknown>(start: Start): Start {
  return ((...options: Parameters<Start>) => {
    hasStarted = true;
    return start(...options);
  }) as Start;
}

Object.defineProperties(Deno, {
  listen: { value: starting(listen) },
  serve: { value: starting(serve) },
  cron: {
    value: (...registration: Parameters<typeof cron>) => {
      if (hasStarted) throw new TypeError("The server has started.");
      return cron(...registration);
    },
  },
});
