import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

// Stands in for the loader and for what it runs: takes the loader's arguments and tells everybody who connects to the port of
// LAGLENS_OPTIONS how it was started, as one line of JSON.

const { values, positionals } = parseArgs({
  options: { home: { type: 'string' }, 'bundle-id': { type: 'string' } },
  allowPositionals: true,
});
const started = JSON.stringify({ home: values.home, bundleId: values['bundle-id'], positionals, environment: process.env });
const port = /port=(\d+)/.exec(process.env.LAGLENS_OPTIONS ?? '')?.[1] ?? '0';
const server = createServer((socket) => socket.end(`${started}\n`));
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
