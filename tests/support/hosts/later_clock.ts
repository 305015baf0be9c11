// Preloaded before the service: a host that starts it CLOCK_LATER milliseconds later than the machine's clock says.
const { now } = Date;
const later = Number(Deno.env.get("CLOCK_LATER"));
Date.now = () => now() + later;
