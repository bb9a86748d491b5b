import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataQualityIssues } from '../../../core/analysis/report/data-quality.ts';
import { replaySession } from '../../../core/session/file/replay.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { AnalyzedApp } from '../../core/analyzed-app.ts';
import { MemoryFile, sessionBytes, sourceOf } from '../../core/memory-session.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { buildDemoApp, buildDemoDex } from '../../demo-app/build-demo-app.ts';
import { type ArtVersion, artVersions, buildArt } from '../../runtimes/art/build-art.ts';
import { attach, defaultToken, hookJar, Program, type Span, shippedLibrary } from '../program.ts';
import { connectWhenFree, type Host } from '../test-host.ts';

const execute = promisify(execFile);
const source = fileURLToPath(new URL('../java/Crowd.java', import.meta.url));
const CROWD = 300;
const CROWD_US = 20_000_000;
const ART_CROWD_US = 5_000_000;
const CHURN = 5_000;
const BUSY_MS = 300;
/** Between the program's own account and its message's borders, with a core. */
const AROUND_US = 100_000;

suite('lags beside many threads', { timeout: 300_000 }, () => {
  let classes: string;

  before(async () => {
    classes = await mkdtemp(join(tmpdir(), 'laglens-crowds-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    await execute('javac', ['-g', '-nowarn', '-d', classes, '-cp', [...classPath, ...bootClassPath].join(':'), source]);
  });
  after(() => rm(classes, { recursive: true }));

  async function start(): Promise<Program> {
    const { classPath, bootClassPath, library } = await buildDemoApp('14');
    const flags = [`-Xbootclasspath/a:${bootClassPath.join(':')}`, `-Dphone.library=${library}`];
    return Program.run([...flags, '-cp', [classes, ...classPath].join(':'), 'Crowd']);
  }

  async function startOnArt(version: ArtVersion): Promise<Program> {
    const [art, { classPath, library }] = [await buildArt(undefined, version), await buildDemoDex()];
    const folder = join(classes, `dex-${version}`);
    await mkdir(folder);
    const { bootClassPath, classPath: javaPath } = await buildDemoApp(version);
    const flags = ['--release', '8', '-Xlint:-options', '-g', '-nowarn', '-d', folder];
    await execute('javac', [...flags, '-cp', [...javaPath, ...bootClassPath].join(':'), source]);
    const jar = join(folder, 'crowd.jar');
    const made = (await readdir(folder)).filter((name) => name.endsWith('.class')).map((name) => join(folder, name));
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar, '--output'];
    await execute('java', [...d8, jar, ...made]);
    const args = [`-Dphone.library=${library}`, '-cp', `${jar}:${classPath}`, 'Crowd'];
    return Program.run(args, art.run, { FRAMEWORK: '1', ART_DATA: join(folder, 'data') });
  }

  async function ask(program: Program, line: string): Promise<Span> {
    const [beginUs = Number.NaN, endUs = Number.NaN] = (await program.ask(line)).split(' ').map(Number);
    return { beginUs, endUs };
  }

  /** Each span is one lag of its length. */
  function checkLags(host: Host, spans: readonly Span[]): AnalyzedApp {
    const app = judged(host.messages);
    const originUs = app.model.runs[0]?.originUs ?? Number.NaN;
    for (const { beginUs, endUs } of spans) {
      const lags = app.detector.lags.filter((lag) => lag.beginUs + originUs < endUs && lag.endUs + originUs > beginUs);
      assert.equal(lags.length, 1);
      const [lag] = lags;
      assert.ok(lag);
      const message = [
        host.all('messageBegin').findLast(({ atUs }) => atUs <= beginUs)?.atUs ?? 0,
        host.all('messageEnd').find(({ atUs }) => atUs >= endUs)?.atUs ?? 0,
      ];
      assert.deepEqual([lag.beginUs + originUs, lag.endUs + originUs], message);
      assert.ok(lag.endUs - lag.beginUs - (endUs - beginUs) < AROUND_US + lag.readyUs);
      const { busyUs, readyUs, gcUs } = lag;
      const shares = `${busyUs} us of work, ${readyUs} us without a core, ${gcUs} us of collections`;
      assert.ok(busyUs + readyUs + gcUs > 0.9 * (endUs - beginUs), shares);
    }
    return app;
  }

  /** Lags before and after a time beside `count` threads, all of which are seen. */
  async function checkCrowd(program: Program, host: Host, count: number, us: number): Promise<void> {
    await host.until('sample');
    await ask(program, `crowd ${count}`);
    const spans = [await ask(program, `busy ${BUSY_MS}`)];
    await host.reached((spans[0]?.endUs ?? 0) + us);
    spans.push(await ask(program, `busy ${BUSY_MS}`));
    await host.reached(spans[1]?.endUs ?? 0);
    const { model } = checkLags(host, spans);
    const crowd = model.threads.filter(({ name }) => name.startsWith('crowd-'));
    assert.equal(crowd.length, count);
    for (const { name, samples } of crowd) assert.ok(samples.length > 0, `${name} was never seen`);
    const [run] = model.runs;
    assert.ok(run);
    assert.deepEqual(
      dataQualityIssues(run).filter(({ code }) => code === 'full'),
      [],
    );
    assert.equal(await program.finish(), 0, program.complaints);
  }

  test(`are right for 20 s with ${CROWD} threads that come and go between sleep and work`, async () => {
    await using program = await start();
    using host = await connectWhenFree(await attach(program));
    await checkCrowd(program, host, CROWD, CROWD_US);
  });

  for (const version of artVersions)
    test(`are right for 5 s with ${CROWD} such threads on the Android Runtime ${version}`, async () => {
      await using program = await startOnArt(version);
      const socket = join(program.folder, `laglens-${program.pid}-00000001.sock`);
      await program.ask(`attach ${shippedLibrary}=token=${defaultToken},rand=00000001,dir=${program.folder},hook=${hookJar}`);
      using host = await connectWhenFree(socket);
      await checkCrowd(program, host, CROWD, ART_CROWD_US);
    });

  test(`are right while ${CHURN} threads begin and end, and what was lost is one issue`, async () => {
    await using program = await start();
    using host = await connectWhenFree(await attach(program));
    await host.until('sample');
    await ask(program, `churn ${CHURN}`);
    const span = await ask(program, `busy ${BUSY_MS}`);
    await host.reached(span.endUs);
    const { model } = checkLags(host, [span]);
    const churned = model.threads.filter(({ name }) => name.startsWith('churn-'));
    assert.deepEqual(
      churned.filter(({ endUs }) => endUs < 0).map(({ name }) => name),
      [],
    );
    const [run] = model.runs;
    assert.ok(run);
    const codes = dataQualityIssues(run).map(({ code }) => code);
    assert.ok(codes.filter((code) => code === 'full').length <= 1 && codes.filter((code) => code === 'dropped').length <= 1, codes.join());
    assert.equal(await program.finish(), 0, program.complaints);
  });

  test('a thread with the kernel’s id of one that ended is another thread', async (t) => {
    await using program = await start();
    using host = await connectWhenFree(await attach(program));
    await host.until('sample');
    const id = Number(await program.ask(`reuse ${BUSY_MS}`));
    // On a computer that gives more ids than may be used up here.
    if (id === 0) return t.skip('no id came again');
    await host.until('thread', ({ name }) => name === 'second-owner');
    await host.reached(host.all('tick').at(-1)?.atUs ?? 0);
    const { model } = judged(host.messages);
    const owners = model.threads.filter(({ tid }) => tid === id);
    const [first, second] = ['first-owner', 'second-owner'].map((name) => owners.find((each) => each.name === name));
    assert.ok(first !== undefined && second !== undefined && first.index !== second.index);
    assert.ok(first.endUs >= 0 && first.endUs <= second.beginUs);
    const methods = (thread: typeof first): ReadonlySet<string> => {
      const found = new Set<string>();
      for (let row = 0; row < thread.samples.length; row++) {
        for (let node = thread.samples.nodeAt(row); node !== 0; node = model.nodes.parent[node] ?? 0) {
          found.add(model.methods[model.nodes.method[node] ?? 0]?.name ?? '');
        }
      }
      return found;
    };
    assert.ok(methods(first).has('compute') && !methods(first).has('beSecond'));
    assert.ok(methods(second).has('beSecond'));
    assert.equal(await program.finish(), 0, program.complaints);
  });

  test('a message that never ends is a growing lag, whose file opens, and which goes on in the next capture', async () => {
    await using program = await start();
    const socket = await attach(program);
    let begunUs = 0;
    {
      using host = await connectWhenFree(socket);
      await host.until('sample');
      const { endUs } = await ask(program, 'forever');
      const lengths: number[] = [];
      for (const seconds of [1, 2, 3]) {
        await host.reached(endUs + seconds * 1_000_000);
        const [lag, ...others] = judged(host.messages).detector.lags;
        assert.ok(lag?.open === true && others.length === 0);
        lengths.push(lag.endUs - lag.beginUs);
      }
      for (const [index, us] of lengths.entries()) assert.ok(us >= (index + 1) * 1_000_000, `${us} us after ${index + 1} s`);
      begunUs = host.all('messageBegin').at(-1)?.atUs ?? 0;
      const file = await sessionBytes([processMessage(0), ...host.messages]);
      const { model, report } = await replaySession(sourceOf(file), new MemoryFile());
      assert.equal(report.badChunks, 0);
      assert.equal(model.threads.find(({ isMain }) => isMain)?.messages.openRow, host.all('messageBegin').length - 1);
    }
    using host = await connectWhenFree(socket);
    const again = await host.until('messageBegin');
    assert.equal(again.atUs, begunUs);
    const { monoUs } = await host.until('hello');
    await host.reached(monoUs + BUSY_MS * 1_000);
    await ask(program, 'stop');
    const end = await host.until('messageEnd', ({ atUs }) => atUs > begunUs);
    const [lag, ...others] = judged(host.messages).detector.lags;
    assert.ok(lag?.open === false && others.length === 0);
    // A session begins with its hello.
    assert.deepEqual([lag.beginUs, lag.endUs], [0, end.atUs - monoUs]);
    assert.equal(await program.finish(), 0, program.complaints);
  });
});

const judged = (messages: readonly Message[]): AnalyzedApp => new AnalyzedApp().replay([processMessage(0), ...messages]);
