import { createServer } from 'node:net';

// Stands in for the loader and for what it runs: takes the loader's arguments (--home DIR --bundle-id ID EXECUTABLE …) and tells everybody
// who connects to the port of LAGLENS_OPTIONS how it was started, as one line of JSON.

const [, home, , bundleId, ...positionals] = process.argv.slice(2);
const started = JSON.stringify({ home, bundleId, positionals, environment: process.env });
const port = /port=(\d+)/.exec(process.env.LAGLENS_OPTIONS ?? '')?.[1] ?? '0';
const server = createServer((socket) => socket.end(`${started}\n`));
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
