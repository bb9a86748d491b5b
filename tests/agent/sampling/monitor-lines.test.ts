import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { untilOnTime } from '../on-time.ts';
import { attach, Program } from '../program.ts';
import { Host } from '../test-host.ts';
import { mainThread, stackOf, timeIn } from '../thread-stacks.ts';

const execute = promisify(execFile);
/** Of a sample, on the wire. */
const BLOCKED = 1;

const compiledOnly = ['-XX:CompileCommand=quiet', '-XX:CompileCommand=compileonly,Entered::enter*', '-Xcomp'];

suite('a thread that waits for a monitor is at the line of its `synchronized`', { timeout: 600_000 }, () => {
  let folder: string;
  let disassembly: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-entered-'));
    await execute('javac', ['-g', '-d', folder, fileURLToPath(new URL('../java/Entered.java', import.meta.url))]);
    ({ stdout: disassembly } = await execute('javap', ['-p', '-c', '-l', '-cp', folder, 'Entered']));
  });
  after(() => rm(folder, { recursive: true }));

  /** `Entered.method:line` of the method's only `monitorenter`, by javap. */
  function enteringPlace(method: string): string {
    const body = disassembly.slice(disassembly.indexOf(` ${method}(`)).split('\n\n', 1)[0] ?? '';
    const [entering = NaN, ...more] = [...body.matchAll(/^\s+(\d+): monitorenter/gm)].map(([, at]) => Number(at));
    assert.deepEqual(more, []);
    const lines = [...body.matchAll(/line (\d+): (\d+)/g)].map(([, line, from]) => ({ line: Number(line), from: Number(from) }));
    const own = lines.findLast(({ from }) => from <= entering);
    // The next instruction is another line's.
    assert.equal(lines.find(({ from }) => from > entering)?.from, entering + 1);
    return `Entered.${method}:${own?.line}`;
  }

  for (const [how, flags] of [
    ['interpreted', ['-Xint']],
    ['compiled', compiledOnly],
  ] as const) {
    test(`in ${how} code: main, and the owner that itself waits`, async () => {
      await using program = await Program.run([...flags, '-cp', folder, 'Entered']);
      using host = await Host.connect(await attach(program));
      await host.until('sample');
      const main = mainThread(host).thread;
      const span = await untilOnTime(host, () => program.act('400'));
      const length = span.endUs - span.beginUs;
      const blockedUs = timeIn(host, main, span, ({ state }) => state === BLOCKED);
      const rightUs = timeIn(host, main, span, ({ state, stack }) => state === BLOCKED && stack[0] === enteringPlace('enterOuter'));
      assert.ok(blockedUs > length * 0.5, `${blockedUs} of ${length}`);
      assert.equal(rightUs, blockedUs);
      const owners = host.all('waitOwner').filter(({ thread, ownerNode }) => thread === main && ownerNode !== 0);
      assert.ok(owners.length > 0);
      for (const { ownerNode } of owners) assert.equal(stackOf(host, ownerNode)[0], enteringPlace('enterInner'));
      assert.doesNotMatch(program.complaints, /WARNING|FATAL|JNI/);
    });
  }
});
