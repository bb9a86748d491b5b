import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildDemoApp } from '../../demo-app/build-demo-app.ts';
import type { AndroidVersion } from '../../demo-app/versions.ts';
import { anrTrace } from '../../fixtures/field-reports/anr-trace.ts';
import { attach, Program } from '../program.ts';
import { connectWhenFree, Host } from '../test-host.ts';

const source = fileURLToPath(new URL('../java/Exits.java', import.meta.url));
/** ApplicationExitInfo.REASON_… */
const [CRASH, ANR] = [4, 6];
const HOUR_MS = 3_600_000;
const MOST_LETTERS = 256 * 1024;

interface Received {
  readonly pid: number;
  readonly reason: number;
  readonly wallUs: number;
  readonly text: string;
  readonly end: number;
}

/** Pieces, put together; each must follow the one before. */
function receivedBy(host: Host): readonly Received[] {
  const received: { pid: number; reason: number; wallUs: number; text: string; end: number }[] = [];
  for (const { pid, reason, wallUs, from, rest, text } of host.all('exitTrace')) {
    if (from === 0) received.push({ pid, reason, wallUs, text: '', end: 1 });
    const open = received.at(-1);
    assert.ok(open !== undefined && open.pid === pid && open.text.length === from && open.end === 1);
    open.text += text;
    open.end = rest;
  }
  return received;
}

suite('Android’s traces of ANRs of earlier processes', { timeout: 120_000, concurrency: true }, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-exits-'));
    const { classPath, bootClassPath } = await buildDemoApp('14');
    await promisify(execFile)('javac', ['-g', '-nowarn', '-d', folder, '-cp', [...bootClassPath, ...classPath].join(':'), source]);
  });
  after(() => rm(folder, { recursive: true }));

  async function start(android: AndroidVersion): Promise<Program> {
    const { classPath, bootClassPath, library } = await buildDemoApp(android);
    const paths = [`-Xbootclasspath/a:${bootClassPath.join(':')}`, `-Dphone.library=${library}`, '-cp', [folder, ...classPath].join(':')];
    return Program.run([...paths, 'Exits']);
  }

  async function traceFile(name: string, bytes: Uint8Array | string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, bytes);
    return file;
  }

  for (const android of ['11', '14', '17'] as const) {
    test(`Android ${android}: the newest three of a day are read once, on a thread of the agent’s own, and reported to each host`, async () => {
      const [short, other] = [await traceFile('short', gzipSync(anrTrace)), await traceFile('other', gzipSync('----- pid 7 at …\n'))];
      await using app = await start(android);
      const ends = [`90 ${CRASH} 1000 ${short}`, `91 ${ANR} 2000 ${short}`, `92 ${ANR} 3000 -`, `93 ${ANR} ${HOUR_MS} ${other}`];
      const older = [`94 ${ANR} ${25 * HOUR_MS} ${short}`, `95 ${ANR} ${2 * HOUR_MS} ${other}`, `96 ${ANR} ${3 * HOUR_MS} ${other}`];
      for (const end of [...ends, ...older]) await app.ask(`exit ${end}`);
      const socket = await attach(app);
      {
        using host = await Host.connect(socket);
        // The application is made later than the agent comes.
        await host.until('tick');
        await app.ask('hold');
        await app.ask('bind');
        // A thread that ends soon may be in no list.
        const reader = await host.until('thread', ({ name }) => name === 'laglens-exits');
        assert.equal(reader.flags & 4, 4);
        await app.ask('answer');
        await host.until('exitTrace', ({ pid, rest }) => pid === 95 && rest !== 1);
        const received = receivedBy(host);
        assert.deepEqual(
          received.map(({ pid, reason, text, end }) => [pid, reason, text, end]),
          [
            [91, ANR, anrTrace, 0],
            [93, ANR, '----- pid 7 at …\n', 0],
            [95, ANR, '----- pid 7 at …\n', 0],
          ],
        );
        const { wallUs = 0, monoUs = 0 } = host.all('hello')[0] ?? {};
        const sentAt = host.all('exitTrace')[0]?.atUs ?? 0;
        const agoMs = (wallUs + sentAt - monoUs - (received[0]?.wallUs ?? 0)) / 1_000;
        assert.ok(agoMs > 2_000 && agoMs < 60_000, `${agoMs} ms ago`);
        assert.equal(await app.ask('asked'), '1 laglens-exits');
      }
      using later = await connectWhenFree(socket);
      await later.until('exitTrace', ({ pid, rest }) => pid === 95 && rest !== 1);
      assert.equal(receivedBy(later).length, 3);
      assert.doesNotMatch(app.complaints, /WARNING|FATAL|JNI/);
    });
  }

  test('a long text comes in pieces of whole lines and is cut; what no text may have is replaced', async () => {
    const line = '  at com.example.Shop.load(Shop.java:12)\n';
    const long = await traceFile('long', gzipSync(line.repeat(20_000)));
    const endless = await traceFile('endless', gzipSync('x'.repeat(3 * MOST_LETTERS)));
    const wild = await traceFile('wild', gzipSync(Buffer.from([65, 0, 27, 10, 0xff, 0xf0, 0x9f, 0x99, 0x82, 9, 66])));
    await using app = await start('14');
    for (const end of [`91 ${ANR} 2000 ${long}`, `92 ${ANR} 3000 ${endless}`, `93 ${ANR} 4000 ${wild}`]) await app.ask(`exit ${end}`);
    await app.ask('bind');
    using host = await Host.connect(await attach(app));
    await host.until('exitTrace', ({ pid, rest }) => pid === 93 && rest !== 1);
    const [first, second, third] = receivedBy(host);
    assert.equal(first?.text, line.repeat(20_000).slice(0, MOST_LETTERS));
    assert.equal(second?.text, 'x'.repeat(MOST_LETTERS));
    assert.deepEqual([first?.end, second?.end], [2, 2]);
    // A byte that is no UTF-8, then a pair of surrogates.
    assert.deepEqual([third?.text, third?.end], ['A??\n�??\tB', 0]);
    const pieces = host.all('exitTrace').filter(({ pid, rest }) => pid === 91 && rest === 1);
    assert.ok(pieces.length > 10 && pieces.every(({ text }) => text.endsWith('\n')));
    assert.equal(host.all('dropped').length, 0);
  });

  test('a system that refuses, a trace that cannot be opened and one that is no trace are said once; the others are reported', async () => {
    const short = await traceFile('good', gzipSync(anrTrace));
    const broken = await traceFile('broken', 'no gzip');
    await using app = await start('14');
    await app.ask(`exit 91 ${ANR} 2000 ${broken}`);
    await app.ask(`exit 92 ${ANR} 3000 ${short}`);
    await app.ask('bind');
    const socket = await attach(app);
    const lines = (host: Host): readonly string[] => host.all('log').flatMap(({ text }) => (/traces of ANRs/.test(text) ? [text] : []));
    {
      using host = await Host.connect(socket);
      await host.until('exitTrace', ({ pid }) => pid === 92);
      assert.match(lines(host).join('|'), /^Android's traces of ANRs cannot be read: java\.util\.zip\.ZipException: Not in GZIP format$/);
    }
    await app.ask('refuse');
    using later = await connectWhenFree(socket);
    await later.until('log', ({ text }) => /SecurityException: not now/.test(text));
    assert.deepEqual([lines(later).length, later.all('exitTrace').length], [1, 0]);
  });

  test('Android 9 has no records, and nothing is said', async () => {
    await using app = await start('9');
    await app.ask('bind').catch(() => undefined);
    using host = await Host.connect(await attach(app));
    await host.until('overhead');
    assert.equal(host.all('exitTrace').length, 0);
    assert.doesNotMatch(
      host
        .all('log')
        .map(({ text }) => text)
        .join('\n'),
      /ANR/,
    );
  });
});
