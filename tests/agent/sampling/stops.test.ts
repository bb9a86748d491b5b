import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type DemoAppOptions, startDemoApp } from '../../demo-app/start-demo-app.ts';
import { freePort } from '../../host/free-port.ts';
import { Debugger } from '../debugger.ts';
import { attach, defaultToken, hookJar, shippedLibrary } from '../program.ts';
import { connectWhenFree, type Host, type Of } from '../test-host.ts';

const execute = promisify(execFile);
const STOPPED_MS = 3_000;
/** Of main, asleep in a message; shorter than the stop in it. */
const MESSAGE_MS = 1_000;
const LOADED = 2;
const ATTACHED = 14;
const STOPPED = 9;
const GOES_ON = 10;
/** The agent's own, and that of frames. */
const OWN_THREADS = 2;

/** When main was in one message, microseconds of the agent's clock. */
interface Message {
  readonly beginUs: number;
  readonly endUs: number;
}

type Demo = Awaited<ReturnType<typeof startDemoApp>>;

/** The demo app, with a host that hears its messages. */
async function withHost(options: DemoAppOptions, work: (app: Demo, host: Host) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-stops-'));
  const app = await startDemoApp(options);
  try {
    using host = await connectWhenFree(await socketOf(app, folder, options.runtime));
    await host.until('sample');
    await host.until('messageEnd');
    await work(app, host);
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function socketOf(app: Demo, folder: string, runtime: DemoAppOptions['runtime']): Promise<string> {
  if (runtime === 'jvm') return attach({ pid: app.pid, folder });
  const rand = '00000001';
  const options = `token=${defaultToken},rand=${rand},dir=${folder},hook=${hookJar},main=main`;
  assert.equal(await app.attachAgent(`${shippedLibrary}=${options}`), undefined);
  return join(folder, `laglens-${app.pid}-${rand}.sock`);
}

/** Main is in a long message for a tenth of a second by now. One that ended before anybody heard of it is begun again. */
async function longMessage(app: Demo, host: Host): Promise<Of<'messageBegin'>> {
  for (;;) {
    const askedUs = host.all('tick').at(-1)?.atUs ?? 0;
    await app.freeze(MESSAGE_MS);
    const tick = await host.until(
      'tick',
      ({ atUs }) => atUs > askedUs && (openSinceUs(host, askedUs) <= atUs - 100_000 || atUs > askedUs + 2_000 * MESSAGE_MS),
    );
    const begin = host.all('messageBegin').at(-1);
    if (begin !== undefined && openSinceUs(host, askedUs) <= tick.atUs - 100_000) return begin;
  }
}

/** When the message began that main is in since it was asked to; never without one. */
function openSinceUs(host: Host, askedUs: number): number {
  const beginUs = host.all('messageBegin').at(-1)?.atUs ?? 0;
  const endUs = host.all('messageEnd').at(-1)?.atUs ?? 0;
  return beginUs > askedUs && endUs < beginUs ? beginUs : Number.POSITIVE_INFINITY;
}

/**
 * Main's message in which all threads stood still, as `stop` makes them from when the message is known. A busy computer's message may
 * have ended before it stops: then there is another one.
 */
async function stoppedMessage(app: Demo, host: Host, stop: (isInMessage: () => Promise<void>) => Promise<void>): Promise<Message> {
  for (;;) {
    let beginUs = 0;
    await stop(async () => {
      beginUs = (await longMessage(app, host)).atUs;
    });
    const { atUs: endUs } = await host.until('messageEnd', ({ atUs }) => atUs > beginUs);
    await host.reached(endUs);
    if (endUs - beginUs > STOPPED_MS * 1000) return { beginUs, endUs };
  }
}

function checkStop(host: Host, { beginUs, endUs }: Message): void {
  const phases = host.all('lifecycle').filter(({ phase, atUs }) => (phase === STOPPED || phase === GOES_ON) && atUs > beginUs);
  const [stopped, goesOn] = phases;
  assert.deepEqual(
    phases.map(({ phase }) => phase),
    [STOPPED, GOES_ON],
  );
  const { detector } = new AnalyzedApp().replay([processMessage(0), ...host.messages]);
  const originUs = host.all('hello')[0]?.monoUs ?? 0;
  const lags = detector.lags.filter((lag) => lag.beginUs < endUs - originUs && lag.endUs > beginUs - originUs);
  const lagUs = lags.reduce((sum, lag) => sum + lag.endUs - lag.beginUs, 0);
  const stoppedUs = (goesOn?.atUs ?? 0) - (stopped?.atUs ?? 0);
  // Threads stop some time after they are asked to.
  assert.ok(stoppedUs > STOPPED_MS * 900, `stopped for ${stoppedUs} us`);
  // The agent looks every 10 ms, on a busy computer later; less than a lag of 100 ms and a tick is lost at either end.
  assert.ok(Math.abs(lagUs - (endUs - beginUs - stoppedUs)) < 150_000, `lags of ${lagUs} us beside a stop of ${stoppedUs} us`);
}

suite('a stop is no lag', { timeout: 600_000 }, () => {
  for (const [runtime, android] of [
    ['jvm', '14'],
    ['art', '11'],
  ] as const) {
    test(`of a signal, in the midst of a message (${runtime})`, async () => {
      await withHost({ android, runtime }, async (app, host) => {
        const message = await stoppedMessage(app, host, async (isInMessage) => {
          await isInMessage();
          process.kill(app.pid, 'SIGSTOP');
          await pause(STOPPED_MS);
          process.kill(app.pid, 'SIGCONT');
        });
        checkStop(host, message);
      });
    });
  }

  test('nor is the time in which the agent is attached on main', async () => {
    await withHost({ android: '11', runtime: 'art' }, async (app, host) => {
      const attached = await host.until('lifecycle', ({ phase }) => phase === ATTACHED);
      const loaded = await host.until('lifecycle', ({ phase }) => phase === LOADED);
      const helloUs = host.all('hello')[0]?.monoUs ?? 0;
      assert.ok(app.originUs < loaded.atUs && loaded.atUs < attached.atUs && attached.atUs < helloUs);
    });
  });

  test('of a Java debugger that suspends all threads, the agent’s too', async () => {
    const port = await freePort();
    const flags = [`-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:${port}`];
    await withHost({ android: '14', runtime: 'jvm', flags }, async (app, host) => {
      await hasReadExits(app, host);
      // Until the debugger leaves, the agent's own thread does not go on.
      const message = await stoppedMessage(app, host, async (isInMessage) => {
        await using debugger_ = await Debugger.attach(port);
        await isInMessage();
        await debugger_.say('suspend', 'All threads suspended');
        await pause(STOPPED_MS);
        await debugger_.say('resume', 'All threads resumed');
      });
      checkStop(host, message);
    });
  });

  test('but a message in which main works is one, though the agent gets no processor', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-starved-'));
    const options: DemoAppOptions = { android: '14', runtime: 'jvm', truthFile: join(folder, 'truth.jsonl') };
    try {
      await withHost(options, async (app, host) => {
        const [, tid = ''] = (await tasks(app.pid)).find(([name]) => name === 'laglens') ?? [];
        // One processor for all its threads, and of that what nobody else wants for the agent's.
        await execute('taskset', ['-ap', '1', String(app.pid)]);
        await execute('chrt', ['--idle', '-p', '0', tid]);
        for (let i = 0; i < 5; i++) await app.lag('busy');
        const known = await fifthLag(app);
        await execute('chrt', ['--other', '-p', '0', tid]);
        await host.reached(known.startUs + known.durationMs * 1000);
        const stops = host.all('lifecycle').filter(({ phase }) => phase === STOPPED);
        assert.deepEqual(stops, []);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  /**
   * The agent's thread for exit traces has ended. jdb stops everything for a moment at each begin and end of a thread; threads of
   * HotSpot 17 that it then resumes may stay stopped.
   */
  async function hasReadExits(app: Demo, host: Host): Promise<void> {
    // The thread begins in the agent's first whole second.
    await host.until('overhead', ({ atUs }) => atUs > (host.all('hello')[0]?.monoUs ?? 0) + 2_000_000);
    while ((await tasks(app.pid)).filter(([name]) => name.startsWith('laglens')).length > OWN_THREADS) await pause(20);
  }

  async function fifthLag(app: Demo): Promise<{ readonly startUs: number; readonly durationMs: number }> {
    for (;;) {
      const lag = (await app.truth()).filter(({ kind }) => kind === 'busy')[4];
      if (lag !== undefined) return lag;
      await pause(20);
    }
  }

  async function tasks(pid: number): Promise<readonly (readonly [name: string, tid: string])[]> {
    const folder = `/proc/${pid}/task`;
    const read = async (tid: string) => [(await readFile(join(folder, tid, 'comm'), 'utf8').catch(() => '')).trim(), tid] as const;
    return Promise.all((await readdir(folder)).map(read));
  }
});
