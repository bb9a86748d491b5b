import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ArtPaths, buildArt } from '../../runtimes/art/build-art.ts';
import { defaultToken, hookJar, Program, shippedLibrary } from '../program.ts';
import { Host } from '../test-host.ts';
import { mainThread, stackOf } from '../thread-stacks.ts';

const execute = promisify(execFile);
const source = fileURLToPath(new URL('../java/Compiled.java', import.meta.url));
/** Between a clock's reading and its method. */
const EDGE_US = 1000;
const LEAST_SAMPLES = 10_000;
/** Of the judged: an answer may come after the next look began. */
const MOST_LATE = 0.01;

interface Spell {
  readonly method: string;
  readonly beginUs: number;
  readonly endUs: number;
}

suite('compiled code on the Android Runtime 14', { timeout: 900_000 }, () => {
  let art: ArtPaths;
  let folder: string;
  let lines: readonly string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-compiled-'));
    art = await buildArt(undefined, '14');
    lines = (await readFile(source, 'utf8')).split('\n');
    await execute('javac', ['--release', '8', '-Xlint:-options', '-g', '-d', folder, source]);
    const d8 = ['-cp', art.d8Jar, 'com.android.tools.r8.D8', '--debug', '--min-api', '26', '--lib', art.frameworkJar];
    await execute('java', [...d8, '--output', join(folder, 'compiled.jar'), join(folder, 'Compiled.class')]);
  });
  after(() => rm(folder, { recursive: true }));

  const start = (compiles: boolean, env: NodeJS.ProcessEnv = {}): Promise<Program> =>
    Program.run([`-Xusejit:${compiles}`, '-cp', join(folder, 'compiled.jar'), 'Compiled'], art.run, {
      ART_DATA: join(folder, 'data'),
      ...env,
    });

  /** `Compiled.METHOD:LINE` of the only line with this text. */
  function at(method: string, text: string): string {
    const found = lines.flatMap((line, index) => (line.includes(text) ? [index + 1] : []));
    assert.equal(found.length, 1, text);
    return `Compiled.${method}:${found[0]}`;
  }

  /** Stacks that the source allows in a spell of each method, without those of the runtime's own classes. */
  function allowed(): Readonly<Record<string, readonly string[]>> {
    const [multiplied, shifted] = [
      at('multiplied', 'times; i++) x = x * 6364136223846793005L + i;'),
      at('shifted', 'x ^= x << 13; x ^= x >>> 7; x ^= x << 17;'),
    ];
    const [multiply, shift] = [at('multiply', 'x = multiplied(x, 200); rounds++'), at('shift', 'x = shifted(x, 200); rounds++')];
    const main = (called: string): string => at('main', `equals("${called}")) ${called}(`);
    const deep = [at('deep', 'else multiply(until);'), ...Array.from({ length: 12 }, () => at('deep', 'deep(levels - 1, until);'))];
    const below = (method: string, call: string): string => [at('methods', call), main(method)].join(' ');
    const either = (inner: string, outer: string, rest: string): readonly string[] => [`${inner} ${outer} ${rest}`, `${outer} ${rest}`];
    return {
      multiply: either(multiplied, multiply, below('methods', 'multiply(a + 40000000L);')),
      shift: either(shifted, shift, below('methods', 'shift(b + 40000000L);')),
      deep: either(multiplied, multiply, [...deep, below('methods', 'deep(12, c + 40000000L);')].join(' ')),
      first: [`${at('once', '// first')} ${main('once')}`],
      second: [`${at('once', '// second')} ${main('once')}`],
    };
  }

  async function connect(program: Program): Promise<Host> {
    await program.ask(`attach ${shippedLibrary}=token=${defaultToken},rand=0badcafe,dir=${program.folder},hook=${hookJar}`);
    const host = await Host.connect(join(program.folder, `laglens-${program.pid}-0badcafe.sock`));
    await host.until('sample');
    await host.settings({ intervalUs: 1000, walkAlways: 1, threads: 0 });
    return host;
  }

  const looksOf = (host: Host, main: number): number =>
    host.all('sample').filter(({ thread }) => thread === main).length +
    host.all('run').reduce((sum, { thread, samples }) => sum + (thread === main ? samples : 0), 0);

  /** By the program's own clock. */
  async function spellsOf(program: Program, command: string): Promise<readonly Spell[]> {
    const [, , ...words] = (await program.ask(command)).split(' ');
    return Array.from({ length: words.length / 3 }, (_, each) => {
      const [method = '', beginNs = '', endNs = ''] = words.slice(each * 3);
      return { method, beginUs: Number(beginNs) / 1000, endUs: Number(endNs) / 1000 };
    });
  }

  for (const debuggable of ['1', '0'])
    test(`${debuggable === '1' ? 'a debuggable' : 'another'} app: stacks are those of its own clock, 10,000 looks do no harm`, async () => {
      await using program = await start(true, { DEBUGGABLE: debuggable });
      await program.ask('warm 2000');
      using host = await connect(program);
      const main = mainThread(host).thread;
      const spells: Spell[] = [];
      while (looksOf(host, main) < LEAST_SAMPLES) {
        for (const command of ['methods 2000', 'once 2000']) spells.push(...(await spellsOf(program, command)));
        await host.reached(spells.at(-1)?.endUs ?? 0);
      }
      const stacks = allowed();
      let judged = 0;
      const others: string[] = [];
      const samples = host.all('sample').filter(({ thread }) => thread === main);
      for (const [index, { atUs, node }] of samples.entries()) {
        // Main answers at its next safepoint, once it has a processor: before the agent looks again.
        const nextUs = samples[index + 1]?.atUs ?? Infinity;
        const spell = spells.find(({ beginUs, endUs }) => atUs > beginUs + EDGE_US && nextUs < endUs - EDGE_US);
        if (spell === undefined) continue;
        judged++;
        const stack = stackOf(host, node).filter((frame) => frame.startsWith('Compiled.'));
        if (!stacks[spell.method]?.includes(stack.join(' '))) others.push(`${spell.method}: ${stack.join(' ')}`);
      }
      assert.ok(judged > 200 && others.length <= judged * MOST_LATE, `${others.length} of ${judged}:\n${others.slice(0, 10).join('\n')}`);
      assert.equal(await program.finish(), 0);
    });

  test('its code is compiled: the same loops are at least five times as fast as interpreted', async () => {
    const roundsPerCpu = async (compiles: boolean): Promise<number> => {
      await using program = await start(compiles);
      await program.ask('warm 2000');
      const cpuNs = async (): Promise<number> =>
        Number((await readFile(`/proc/${program.pid}/task/${program.pid}/schedstat`, 'utf8')).split(' ', 1)[0]);
      const before = await cpuNs();
      const [, rounds = ''] = (await program.ask('once 2000')).split(' ');
      return Number(rounds) / ((await cpuNs()) - before);
    };
    const [fast, slow] = [await roundsPerCpu(true), await roundsPerCpu(false)];
    assert.ok(fast > 5 * slow, `${fast / slow} times`);
  });
});
