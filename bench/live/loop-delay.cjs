// Preloaded into VS Code's extension host (NODE_OPTIONS), which it knows by its arguments, it answers each connection to the socket
// LAGLENS_LOOP_DELAY with what its event loop's delays were since the connection before, in milliseconds: `{ p99, max, count }`.
// CommonJS without types, because the extension host's own Node loads it.
const { createServer } = require('node:net');
const { monitorEventLoopDelay } = require('node:perf_hooks');

/** A timer of so many milliseconds is late by the loop's delay; the histogram holds both. */
const RESOLUTION_MS = 10;
const socket = process.env.LAGLENS_LOOP_DELAY;

if (socket && process.argv.includes('--type=extensionHost')) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const late = (ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS);
  const server = createServer((asking) => {
    const { max, count } = histogram;
    asking.on('error', () => undefined);
    asking.end(JSON.stringify({ p99: late(histogram.percentile(99)), max: late(max), count }));
    histogram.reset();
  });
  // A second window's extension host finds the socket taken.
  server.on('error', () => undefined);
  server.listen(socket);
  server.unref();
}
