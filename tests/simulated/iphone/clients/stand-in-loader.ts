import { createServer } from 'node:net';

// Stands in for the loader and its app: takes the loader's arguments (--home DIR --bundle-id ID EXECUTABLE …) and sends them as a line of
// JSON to each connection on LAGLENS_OPTIONS' port.

const [, home, , bundleId, ...positionals] = process.argv.slice(2);
const started = JSON.stringify({ home, bundleId, positionals, environment: process.env });
const port = /port=(\d+)/.exec(process.env.LAGLENS_OPTIONS ?? '')?.[1] ?? '0';
const server = createServer((socket) => socket.end(`${started}\n`));
server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
