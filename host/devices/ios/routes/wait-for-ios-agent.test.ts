import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { type DeviceLog, followDeviceLog } from '../link/device-log.ts';
import { ConnectionEnded } from '../protocol/bytes/exact-bytes.ts';
import { type DeviceProbe, waitForIosAgent } from './wait-for-ios-agent.ts';

const expected = { app: 'com.example.shop', pid: 7, port: 21_000 };
const shop = { pid: 7, executable: '/private/var/containers/Bundle/Application/A/Shop.app/Shop' };
const { signal } = new AbortController();

const logOf = (...lines: readonly string[]): DeviceLog => ({ isFollowed: true, lines: () => lines, close: () => undefined });

/** A device on which the app runs and nobody listens, unless asked otherwise. */
function probeOf(
  change: { port?: DeviceProbe['iphone']['port']; isThere?: boolean; running?: (typeof shop)[] | undefined } = {},
): DeviceProbe {
  const { port = async () => undefined, isThere = true } = change;
  return {
    facts: { name: 'Ada’s iPhone' },
    iphone: { port, isThere: async () => isThere },
    processes: { running: async () => ('running' in change ? change.running : [shop]) },
  };
}

async function verdictOf(ground: DeviceProbe, log: DeviceLog, timeoutMs?: number): Promise<LaglensError> {
  const error = await waitForIosAgent(ground, expected, log, signal, timeoutMs).catch((reason: unknown) => reason);
  assert.ok(error instanceof LaglensError, String(error));
  assert.notEqual(error.next, '');
  return error;
}

test('an agent that listens after a while is reached', async () => {
  const stream = new PassThrough();
  let asked = 0;
  const ground = probeOf({ port: async (port) => (port === expected.port && ++asked > 2 ? stream : undefined) });
  assert.equal(await waitForIosAgent(ground, expected, logOf(), signal), stream);
});

test('an app without an agent that listens is reported when the time is over, with what is known and the device’s log', async () => {
  const line = 'Shop[7]: dyld: weak library not found';
  const error = await verdictOf(probeOf(), logOf(line), 200);
  assert.equal(error.code, 'agent-load-failed');
  assert.equal(
    error.message,
    'com.example.shop runs (process 7), but no agent in it listens on port 21000 after 0.2 s. It was not loaded, or could not listen: iOS does not tell which from outside, and the device’s log says nothing of a refused library.',
  );
  assert.equal(error.output, line);
  const unknown = await verdictOf(probeOf({ running: undefined }), { ...logOf(), isFollowed: false }, 200);
  assert.match(
    unknown.message,
    /^com\.example\.shop was started \(it is not known whether it still runs\), but .*, and the device does not give out its log\.$/,
  );
});

test('an agent that says in the app’s folder that it is there, on another port, is distinguished from one that was not loaded', async () => {
  const error = await verdictOf({ ...probeOf(), embeddedPort: async ({ pid }) => (pid === 7 ? 30_000 : undefined) }, logOf(), 200);
  assert.equal(error.code, 'connect-failed');
  assert.match(
    error.message,
    /^The agent is in com\.example\.shop \(process 7\) and has said that it listens on port 30000, .* 21000, is closed/,
  );
});

test('where the agent was to come in by a variable, the way out is room for a load command', async () => {
  const error = await waitForIosAgent(probeOf(), { ...expected, isInserted: true }, logOf(), signal, 200).catch(
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError);
  assert.match(error.next, /-headerpad 0x1000/);
});

test('an app that has ended is reported before the time is over', async () => {
  const error = await verdictOf(probeOf({ running: [{ ...shop, pid: 8 }] }), logOf());
  assert.equal(error.code, 'app-died');
});

test('a refused signature is reported though the app runs on without the library', async () => {
  const line = 'Shop[7] <Error>: Library not loaded: liblaglens.dylib: code signature invalid';
  const error = await verdictOf(probeOf(), logOf(line));
  assert.deepEqual([error.code, error.output], ['agent-signature', line]);
});

test('a device that goes away meanwhile is reported by its name, and one that only stumbles is asked again', async () => {
  const stumbling = async (): Promise<never> => {
    throw new ConnectionEnded('The connection ended');
  };
  const error = await verdictOf(probeOf({ port: stumbling, isThere: false }), logOf());
  assert.deepEqual([error.code, error.message], ['device-lost', 'Ada’s iPhone went away while the app was started.']);
  assert.equal((await verdictOf(probeOf({ port: stumbling }), logOf(), 200)).code, 'agent-load-failed');
});

test('a slow start is waited for though the log refuses signatures of others', async () => {
  const relay = new PassThrough();
  const log = await followDeviceLog({ service: async () => relay }, { executable: 'Shop', bundle: '/private/var/A/Shop.app' }, signal);
  relay.write('kernel(AppleMobileFileIntegrity)[0] <Notice>: AMFI: code signature validation failed.\n');
  relay.write('amfid[120] <Error>: /private/var/B/News.app/News not valid: code signature invalid\n');
  const stream = new PassThrough();
  let checks = 0;
  const ground: DeviceProbe = {
    ...probeOf({ port: async () => (checks > 1 ? stream : undefined) }),
    processes: { running: async () => (++checks > 0 ? [shop] : undefined) },
  };
  assert.equal(await waitForIosAgent(ground, expected, log, signal), stream);
});

test('an app that was just installed is given more time while it runs, others are not', async () => {
  const stream = new PassThrough();
  const openAfter = (neededChecks: number): DeviceProbe => {
    let checks = 0;
    return {
      ...probeOf({ port: async () => (checks >= neededChecks ? stream : undefined) }),
      processes: { running: async () => (++checks > 0 ? [shop] : undefined) },
    };
  };
  assert.equal(await waitForIosAgent(openAfter(1), { ...expected, isNew: true }, logOf(), signal, 200), stream);
  assert.equal((await verdictOf(openAfter(1), logOf(), 200)).code, 'agent-load-failed');
  const gone = await waitForIosAgent(probeOf({ running: [] }), { ...expected, isNew: true }, logOf(), signal, 200).catch(
    (reason: unknown) => reason,
  );
  assert.ok(gone instanceof LaglensError);
  assert.match(gone.message, /after 0\.2 s/);
  const never = await waitForIosAgent(openAfter(100), { ...expected, isNew: true }, logOf(), signal, 200).catch(
    (reason: unknown) => reason,
  );
  assert.ok(never instanceof LaglensError);
  assert.match(never.message, /after 0\.6 s/);
});

test('an app that UIKit ends for its life cycle is reported with what iOS 27 asks', async () => {
  const line = 'Shop[7] <Error>: Client has not adopted UIScene lifecycle, which is required';
  const error = await verdictOf(probeOf({ running: [] }), logOf(line));
  assert.equal(error.code, 'app-died');
  assert.match(error.next, /UIScene/);
});
