import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import type { DeviceLog } from '../device-log.ts';
import { ConnectionEnded } from '../exact-bytes.ts';
import { awaitAgent, type Ground } from './landing.ts';

const expected = { app: 'com.example.shop', pid: 7, port: 21_000 };
const shop = { pid: 7, executable: '/private/var/containers/Bundle/Application/A/Shop.app/Shop' };
const { signal } = new AbortController();

const logOf = (...lines: readonly string[]): DeviceLog => ({ lines: () => lines, close: () => undefined });

/** A device on which the app runs and nobody listens, unless told otherwise. */
function groundOf(change: { port?: Ground['iphone']['port']; isThere?: boolean; running?: (typeof shop)[] | undefined } = {}): Ground {
  const { port = async () => undefined, isThere = true } = change;
  return {
    facts: { name: 'Ada’s iPhone' },
    iphone: { port, isThere: async () => isThere },
    processes: { running: async () => ('running' in change ? change.running : [shop]) },
  };
}

async function verdictOf(ground: Ground, log: DeviceLog, timeoutMs?: number): Promise<LaglensError> {
  const error = await awaitAgent(ground, expected, log, signal, timeoutMs).catch((reason: unknown) => reason);
  assert.ok(error instanceof LaglensError, String(error));
  assert.notEqual(error.next, '');
  return error;
}

test('an agent that listens after a while is reached', async () => {
  const stream = new PassThrough();
  let asked = 0;
  const ground = groundOf({ port: async (port) => (port === expected.port && ++asked > 2 ? stream : undefined) });
  assert.equal(await awaitAgent(ground, expected, logOf(), signal), stream);
});

test('an app that runs without an agent that listens is told when the time is over, with the device’s log', async () => {
  for (const running of [[shop], undefined]) {
    const error = await verdictOf(groundOf({ running }), logOf('Shop[7]: dyld: weak library not found'), 200);
    assert.equal(error.code, 'agent-load-failed');
    assert.match(error.message, /^com\.example\.shop runs, but no agent in it listens on port 21000 after 0\.2 s: /);
    assert.equal(error.output, 'Shop[7]: dyld: weak library not found');
  }
});

test('an app that has ended is told before the time is over', async () => {
  const error = await verdictOf(groundOf({ running: [{ ...shop, pid: 8 }] }), logOf());
  assert.equal(error.code, 'app-died');
});

test('a refused signature is told though the app runs on without the library', async () => {
  const line = 'Shop[7] <Error>: Library not loaded: liblaglens.dylib: code signature invalid';
  const error = await verdictOf(groundOf(), logOf(line));
  assert.deepEqual([error.code, error.output], ['agent-signature', line]);
});

test('a device that goes away meanwhile is told by its name, and one that only stumbles is asked again', async () => {
  const stumbling = async (): Promise<never> => {
    throw new ConnectionEnded('The connection ended');
  };
  const error = await verdictOf(groundOf({ port: stumbling, isThere: false }), logOf());
  assert.deepEqual([error.code, error.message], ['device-lost', 'Ada’s iPhone went away while the app was started.']);
  assert.equal((await verdictOf(groundOf({ port: stumbling }), logOf(), 200)).code, 'agent-load-failed');
});
