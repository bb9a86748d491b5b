import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AdbFailure } from './adbkit.ts';
import { listDevices } from './provider.ts';
import { AdbServer } from './server.ts';
import { readShell } from './shell.ts';

const thisFile = fileURLToPath(import.meta.url);

/** Everything that the rest of Laglens asks of a server. */
const requests: Readonly<Record<string, (server: AdbServer, signal: AbortSignal) => Promise<unknown>>> = {
  'its version': (server, signal) => server.ensure(signal),
  'its devices': (server, signal) => server.host('host:devices-l', signal),
  'a socket of a device': (server, signal) => server.device('x', 'localabstract:agent', signal),
  'a command on a device': (server, signal) => server.shell('x', 'true', signal),
  'a copy onto a device': (server, signal) => server.push('x', thisFile, '/data/local/tmp/x', 0o644, signal),
};

describe('an adb server that takes a request and never answers', { timeout: 600_000 }, () => {
  let listener: Server | undefined;
  const sockets: Socket[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    listener?.close();
  });

  /** `hears` is called with a connection's number of packets so far, and with the connection. */
  async function start(hears: (packet: number, socket: Socket) => void): Promise<AdbServer> {
    listener = createServer((socket) => {
      let packets = 0;
      sockets.push(socket);
      socket.on('error', () => undefined).on('data', () => hears(++packets, socket));
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    assert.ok(address !== null && typeof address === 'object');
    return new AdbServer({ host: '127.0.0.1', port: address.port }, { adbPath: '', environment: {} });
  }

  for (const [what, request] of Object.entries(requests)) {
    it(`${what}: whoever gives up waiting goes on at once`, async () => {
      const giveUp = new AbortController();
      const server = await start(() => giveUp.abort());
      await assert.rejects(request(server, giveUp.signal), { name: 'AbortError' });
    });
  }

  it('a list of devices that does not end: whoever gives up waiting goes on at once', async () => {
    const giveUp = new AbortController();
    const server = await start((_packet, socket) => {
      // Nobody tells when the first bytes were read; before that, giving up is what the others show.
      socket.write('OKAY0100', () => void setTimeout(() => giveUp.abort(), 100));
    });
    await assert.rejects(listDevices(server, giveUp.signal), { name: 'AbortError' });
  });

  it('a device that takes a command and goes silent: whoever gives up waiting goes on at once', async () => {
    const giveUp = new AbortController();
    const server = await start((packet, socket) => {
      socket.write('OKAY');
      if (packet === 2) setImmediate(() => giveUp.abort());
    });
    await assert.rejects(server.shell('x', 'true', giveUp.signal), { name: 'AbortError' });
  });

  it('a device that takes files and goes silent: whoever gives up waiting goes on at once', async () => {
    const giveUp = new AbortController();
    const server = await start((packet, socket) => {
      if (packet <= 2) socket.write('OKAY');
      else giveUp.abort();
    });
    await assert.rejects(server.push('x', thisFile, '/data/local/tmp/x', 0o644, giveUp.signal), { name: 'AbortError' });
  });

  it('a connection that is reset while a command runs is lost as one that is closed', async () => {
    const server = await start((packet, socket) => {
      socket.write('OKAY', () => {
        if (packet === 2) socket.resetAndDestroy();
      });
    });
    await assert.rejects(server.shell('x', 'true', new AbortController().signal), AdbFailure);
  });
});

it('a command that is given up before its output is read ends all the same', { timeout: 600_000 }, async () => {
  await assert.rejects(readShell(new PassThrough(), AbortSignal.abort()), { name: 'AbortError' });
});
