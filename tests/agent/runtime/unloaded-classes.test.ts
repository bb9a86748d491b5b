import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SessionModel } from '../../../core/session/model/model.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { type ArtPaths, artVersions, buildArt } from '../../runtimes/art/build-art.ts';
import { attach, defaultToken, hookJar, Program, type Span, shippedLibrary } from '../program.ts';
import { Host } from '../test-host.ts';

const execute = promisify(execFile);
const GUESTS = 12;
const BUSY_MS = 120;

/** Each of its own names; as many methods as one another, so that a runtime may put one where another was. */
const guest = (number: number): string => `public class Guest${number} implements Runnable {
  static volatile long sink;
  public void run() { work${number}(System.nanoTime() + ${BUSY_MS} * 1000000L); }
  static void work${number}(long end) { while (System.nanoTime() < end) step${number}(); }
  static void step${number}() { for (int i = 0; i < 1000; i++) sink += i; }
}`;

/** Class and method of all frames of main in a span, by the host's model: a number may mean another one later. */
function framesWithin(host: Host, { beginUs, endUs }: Span): readonly string[] {
  const model = new SessionModel();
  for (const message of [processMessage(0), ...host.messages]) model.apply(message);
  const main = model.threads.find(({ isMain }) => isMain)?.samples;
  const originUs = model.runs[0]?.originUs ?? Number.NaN;
  const frames: string[] = [];
  for (let row = 0; row < (main?.length ?? 0); row++) {
    const atUs = (main?.beginUsAt(row) ?? 0) + originUs;
    if (atUs < beginUs || atUs > endUs) continue;
    for (let node = main?.nodeAt(row) ?? 0; node !== 0; node = model.nodes.parent[node] ?? 0) {
      const method = model.methods[model.nodes.method[node] ?? 0];
      frames.push(`${method?.class}${method?.name}`);
    }
  }
  return frames;
}

suite('classes that are unloaded while their methods are in stacks', { timeout: 600_000 }, () => {
  let arts: readonly ArtPaths[];
  let folder: string;

  before(async () => {
    arts = await Promise.all(artVersions.map((version) => buildArt(undefined, version)));
    const [art] = arts;
    assert.ok(art);
    folder = await mkdtemp(join(tmpdir(), 'laglens-unloaded-'));
    const guests = join(folder, 'guests');
    await mkdir(guests);
    const numbers = Array.from({ length: GUESTS }, (_, number) => number);
    for (const number of numbers) await writeFile(join(guests, `Guest${number}.java`), guest(number));
    const program = fileURLToPath(new URL('../java/Guests.java', import.meta.url));
    const flags = ['--release', '8', '-Xlint:-options', '-nowarn', '-g', '-d'];
    await execute('javac', [...flags, folder, program]);
    await execute('javac', [...flags, guests, ...numbers.map((number) => join(guests, `Guest${number}.java`))]);
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar, '--output'];
    await execute('java', [...d8, join(folder, 'guests.dex.jar'), join(folder, 'Guests.class')]);
    for (const number of numbers) {
      await execute('java', [...d8, join(folder, `guest${number}.jar`), join(guests, `Guest${number}.class`)]);
    }
  });
  after(() => rm(folder, { recursive: true }));

  /** Frames of guests are those of the one that ran. */
  async function check(program: Program, host: Host, pathOf: (number: number) => string): Promise<void> {
    await host.until('sample');
    await host.settings({ intervalUs: 5_000 });
    for (let number = 0; number < GUESTS; number++) {
      const span = await program.act(`guest ${pathOf(number)} Guest${number}`);
      await host.reached(span.endUs);
      const frames = framesWithin(host, span).filter((frame) => /^LGuest\d/.test(frame));
      assert.ok(frames.length > 0, `nothing was seen of guest ${number}`);
      const wrong = frames.filter((frame) => !new RegExp(`^LGuest${number};(<init>|run|work${number}|step${number})$`).test(frame));
      assert.deepEqual(wrong, [], `in guest ${number}`);
    }
    assert.equal(await program.finish(), 0, program.complaints);
  }

  test('on a desktop JVM each stack has the names of its own classes', async () => {
    await using program = await Program.run(['-cp', folder, 'Guests']);
    using host = await Host.connect(await attach(program));
    await check(program, host, () => join(folder, 'guests'));
  });

  for (const version of artVersions)
    test(`on the Android Runtime ${version}, which uses their memory again, too`, async () => {
      const run = arts.find((art) => art.version === version)?.run;
      await using program = await Program.run(['-cp', join(folder, 'guests.dex.jar'), 'Guests'], run, {
        ART_DATA: join(folder, `data-${version}`),
      });
      const socket = join(program.folder, `laglens-${program.pid}-00000001.sock`);
      await program.act(`attach ${shippedLibrary}=token=${defaultToken},rand=00000001,dir=${program.folder},hook=${hookJar}`);
      assert.ok(existsSync(socket));
      using host = await Host.connect(socket);
      await check(program, host, (number) => join(folder, `guest${number}.jar`));
    });
});
