import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { type ArtPaths, buildArt } from '../../../../tests/runtimes/art/build-art.ts';
import { readArtTrace } from '../../core/art-trace/read.ts';
import { imported, methodsOf } from '../formats/import-profile.ts';

const execute = promisify(execFile);

/** Own microseconds of each method, over all threads. */
type Times = Map<string, number>;

function add(times: Times, name: string, us: number): void {
  times.set(name, (times.get(name) ?? 0) + us);
}

function oursOf(model: SessionModel, threads: readonly Thread[] = model.threads): Times {
  const times: Times = new Map();
  for (const { samples } of threads) {
    for (let row = 0; row < samples.length; row++) {
      const name = methodsOf(model, samples.nodeAt(row)).at(-1);
      if (name !== undefined)
        add(times, name.replace(/^L/, '').replace(';', '.').replaceAll('/', '.'), samples.endUsAt(row) - samples.beginUsAt(row));
    }
  }
  return times;
}

/** Of the events that AOSP's dmtracedump lists: `THREAD ent|xit|unr MICROSECONDS …class.method signature`. Open calls last to the last event. */
function peersOf(listing: string): Times {
  const times: Times = new Map();
  const threads = new Map<string, { readonly open: string[]; lastUs: number }>();
  let endUs = 0;
  const pass = (thread: { readonly open: string[]; lastUs: number }, atUs: number): void => {
    const name = thread.open.at(-1);
    if (name !== undefined) add(times, name.slice(0, name.indexOf(' ')), atUs - thread.lastUs);
    thread.lastUs = atUs;
  };
  for (const line of listing.split('\n')) {
    const [, id = '', what = '', us = '', name = ''] = /^\s*(\d+) (ent|xit|unr)\s+(\d+) \.*([^\t]*)/.exec(line) ?? [];
    if (id === '') continue;
    const thread = threads.get(id) ?? { open: [], lastUs: Number(us) };
    threads.set(id, thread);
    pass(thread, Number(us));
    endUs = Math.max(endUs, Number(us));
    const opened = thread.open.lastIndexOf(name);
    if (what === 'ent') thread.open.push(name);
    else if (opened >= 0) thread.open.length = opened;
  }
  for (const thread of threads.values()) pass(thread, endUs);
  return times;
}

/** Main's sleep of 80 ms is within the program's own measurement, by another clock. The runtime's own threads sleep, too. */
function assertSlept(model: SessionModel, nappedUs: number): void {
  const main = model.threads.filter(({ name, isMain }) => name === 'main' && isMain);
  assert.equal(main.length, 1);
  const sleptUs = oursOf(model, main).get('java.lang.Thread.sleep') ?? 0;
  assert.ok(sleptUs > 79_000 && sleptUs < nappedUs + 500, `${sleptUs} ${nappedUs}`);
}

describe('method traces of ART 11', () => {
  let art: ArtPaths;
  let folder: string;
  before(async () => {
    art = await buildArt();
    folder = await mkdtemp(join(tmpdir(), 'laglens-method-trace-'));
    const source = fileURLToPath(new URL('../../../../tests/runtimes/art/fixture/Traced.java', import.meta.url));
    await execute('javac', ['--release', '8', '-g', '-Xlint:-options', '-d', folder, source]);
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar];
    await execute('java', [...d8, '--output', join(folder, 'traced.jar'), join(folder, 'Traced.class')]);
  });
  after(() => rm(folder, { recursive: true }));

  async function traced(name: string, options: readonly string[]): Promise<{ file: string; nappedUs: number }> {
    const file = join(folder, `${name}.trace`);
    const args = ['-Xmethod-trace', `-Xmethod-trace-file:${file}`, ...options, '-cp', join(folder, 'traced.jar'), 'Traced'];
    const { stdout } = await execute(art.run, args, { env: { ...process.env, ART_DATA: join(folder, 'data') } });
    const [, nappedUs = 0] = stdout.trim().split(' ').map(Number);
    return { file, nappedUs };
  }

  test('with the wall clock: own times of all methods as dmtracedump lists them, a sleep as long as by the program’s clock', async () => {
    const { file, nappedUs } = await traced('wall', ['-Xprofile:wallclock']);
    const { stdout } = await execute('dmtracedump', ['-o', file], { maxBuffer: 1 << 28 });
    const { model } = await imported(readArtTrace, await readFile(file), 65_536);
    const [ours, peers] = [oursOf(model), peersOf(stdout)];
    assert.ok(peers.size > 20);
    for (const [name, us] of peers) if (us > 0) assert.equal(ours.get(name), us, name);
    assertSlept(model, nappedUs);
  });

  for (const clock of ['wallclock', 'dualclock']) {
    test(`streamed with the ${clock}: the sleep of main and all threads’ names are there`, async () => {
      const { file, nappedUs } = await traced(`stream-${clock}`, ['-Xmethod-trace-stream', `-Xprofile:${clock}`]);
      const { model, report } = await imported(readArtTrace, await readFile(file), 65_536);
      assert.ok(model.threads.some(({ name }) => name === 'worker one'));
      assert.doesNotMatch(report.text, /cut|missing names|unknown kind/);
      assertSlept(model, nappedUs);
    });
  }
});
