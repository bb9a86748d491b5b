// Preloaded into a Node program (`node --require`, or NODE_OPTIONS), it appends to the file LAGLENS_CONNECTIONS one line for
// each connection the program begins and each name it looks up: `PROGRAM tcp HOST:PORT`, `PROGRAM unix PATH`,
// `PROGRAM name NAME`, `PROGRAM udp ADDRESS`. CommonJS without types, because VS Code's extension host (Node 20) loads it too.
const { appendFileSync, readlinkSync } = require('node:fs');
const { basename } = require('node:path');
const dgram = require('node:dgram');
const dns = require('node:dns');
const net = require('node:net');

const file = process.env.LAGLENS_CONNECTIONS;
const program = process.argv.find((arg) => arg.startsWith('--type='))?.slice(7) ?? basename(process.argv[1] ?? 'node');
const note = (kind, target) => appendFileSync(file, `${program} ${kind} ${target}\n`);

/** A socket that is held by a handle (`/proc/self/fd/NUMBER`) is noted by its path. */
const held = (path) => (/^\/proc\/self\/fd\/\d+$/.test(path) ? readlinkSync(path) : path);

function before(object, method, look) {
  const original = object[method];
  object[method] = function (...args) {
    look(...args);
    return original.apply(this, args);
  };
}

if (file) {
  before(net.Socket.prototype, 'connect', (first, second) => {
    const target = Array.isArray(first) ? first[0] : first;
    if (typeof target === 'string') note('unix', held(target));
    else if (typeof target === 'number') note('tcp', `${typeof second === 'string' ? second : 'localhost'}:${target}`);
    else if (target.path) note('unix', held(target.path));
    else note('tcp', `${target.host ?? 'localhost'}:${target.port}`);
  });
  for (const names of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
    for (const method of Object.keys(Object.getOwnPropertyDescriptors(names))) {
      if (/^(lookup|resolve|reverse)/.test(method)) before(names, method, (name) => note('name', name));
    }
  }
  for (const method of ['connect', 'send']) before(dgram.Socket.prototype, method, (...args) => note('udp', JSON.stringify(args.slice(1))));
}
