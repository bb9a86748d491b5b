import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LaglensError } from '../../../../core/errors.ts';
import { Deferred } from '../../../deferred.ts';
import type { DeviceRow } from '../../device.ts';
import { watchDevices } from '../watch-android-devices.ts';
import { AdbFailure } from './adbkit.ts';
import { listDevices } from './list-devices.ts';
import { AdbServer } from './server.ts';
import { type AdbLimits, readShell } from './shell.ts';

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
  async function start(hears: (packet: number, socket: Socket, said: string) => void, limits?: Partial<AdbLimits>): Promise<AdbServer> {
    listener = createServer((socket) => {
      let packets = 0;
      sockets.push(socket);
      socket.on('error', () => undefined).on('data', (bytes: Buffer) => hears(++packets, socket, bytes.toString()));
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    assert.ok(address !== null && typeof address === 'object');
    return new AdbServer({ host: '127.0.0.1', port: address.port }, { adbPath: '', environment: {}, limits });
  }

  for (const [what, request] of Object.entries(requests)) {
    it(`${what}: whoever gives up waiting goes on at once`, async () => {
      const giveUp = new AbortController();
      const server = await start(() => giveUp.abort());
      await assert.rejects(request(server, giveUp.signal), { name: 'AbortError' });
    });
  }

  const brief = { answerMs: 100, silenceMs: 100, pingMs: 100 };
  const isGivenUp = (error: unknown): boolean =>
    error instanceof LaglensError && error.code === 'no-answer' && / took longer than 0\.1 s/.test(error.message);

  for (const [what, request] of Object.entries(requests)) {
    it(`${what}: is given up after its time`, async () => {
      const server = await start(() => undefined, brief);
      await assert.rejects(request(server, new AbortController().signal), isGivenUp);
    });
  }

  it('a device that takes a command and goes silent: it is given up after its time, however long it printed before', async () => {
    const server = await start((packet, socket) => {
      socket.write('OKAY');
      if (packet !== 2) return;
      let pieces = 0;
      const more = setInterval(() => {
        if (++pieces > 6) clearInterval(more);
        else socket.write(Buffer.from([1, 1, 0, 0, 0, 0x2e]));
      }, 40);
    }, brief);
    await assert.rejects(server.shell('x', 'true', new AbortController().signal), isGivenUp);
  });

  it('a device that takes files and goes silent: the copy is given up after its time', async () => {
    const server = await start((packet, socket) => {
      if (packet <= 2) socket.write('OKAY');
    }, brief);
    await assert.rejects(server.push('x', thisFile, '/data/local/tmp/x', 0o644, new AbortController().signal), isGivenUp);
  });

  it('a list of devices that does not end is given up after its time', async () => {
    const server = await start((_packet, socket) => socket.write('OKAY0100'), brief);
    await assert.rejects(listDevices(server, new AbortController().signal), isGivenUp);
  });

  it('a server that goes silent while devices are followed: says so, and asks again', async () => {
    let versions = 0;
    // One version before the devices are followed, and one while they are; an empty list of them.
    const server = await start((_packet, socket, said) => {
      if (!said.includes('host:version')) socket.write('OKAY0000');
      else if (++versions <= 2) socket.write('OKAY00040029');
    }, brief);
    const stopper = new AbortController();
    const said = new Deferred<string>();
    const listener = (rows: readonly DeviceRow[]): void => {
      const code = rows[0]?.problem?.code;
      if (code !== 'device-none') said.resolve(code ?? '');
    };
    const noDevice: DeviceRow = { id: 'android', kind: 'android', name: '', detail: '', canLaunch: false };
    const row = { ...noDevice, problem: { code: 'device-none', why: '', next: '' } } as const;
    const watching = watchDevices({ server: () => server, noDevice: row, listener, signal: stopper.signal });
    const code = await said.promise;
    stopper.abort();
    await watching;
    assert.equal(code, 'no-answer');
    assert.equal(versions, 3);
  });

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
