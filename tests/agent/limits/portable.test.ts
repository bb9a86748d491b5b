import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { Decoder } from '../../../core/wire/decoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { compileWithSanitizers } from '../sanitized.ts';

const execute = promisify(execFile);

suite('the portable parts, under ASan and UBSan', { timeout: 600_000 }, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-native-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Output of a program of native/ compiled with the agents' portable sources and `more`. */
  async function run(name: string, ...more: readonly string[]): Promise<Buffer> {
    const parts = [
      'core/**/*.c',
      'linux/*.c',
      'android/attach/attach_options.c',
      'ios/{link/start_options,waits/blocking_ring}.c',
      ...more,
    ];
    const program = await compileWithSanitizers(name, folder, ...parts);
    const { stdout } = await execute(program, { encoding: 'buffer', maxBuffer: 1 << 26 });
    return stdout;
  }

  test('read anybody’s bytes within their bounds', async () => void (await run('input')));

  test('distinguish a process that stood still from one that works or waits for a processor', async () => void (await run('standstill')));

  test('wait, and do not spin, when no more files may be open, and let the host in when they may', async () => void (await run('full')));

  test('prove as the standards say: digests of FIPS 180 and RFC 4231, and those of another implementation', async () => {
    const lines = (await run('sha256')).toString().trim().split('\n');
    const known = [
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
      'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ];
    assert.deepEqual(lines.splice(0, known.length), known);
    const text = Buffer.from(Array.from({ length: 200 }, (_, i) => (7 * i + 3) & 255));
    for (let length = 0; length < text.length; length++) {
      assert.equal(lines[length], createHash('sha256').update(text.subarray(0, length)).digest('hex'), `${length} bytes`);
    }
    const proof = (prover: string): string =>
      createHmac('sha256', text.subarray(0, 16)).update(text.subarray(16, 80)).update(prover).digest('hex');
    assert.deepEqual(lines.slice(text.length), [proof('agent'), proof('host')]);
  });

  test('let a host in behind a flood of strangers, each of whom had its time', async () => void (await run('strangers')));

  test('set imports again where they are plain pointers, and never those that are signed', async () =>
    void (await run('rebind', 'ios/dyld/rebind.c')));

  test('take events of many threads, none lost uncounted, and leave room for what must not be lost', async () => void (await run('rings')));

  test('read each thread’s wait for a lock as one, and give up the place of a thread that is gone', async () =>
    void (await run('open-waits', 'ios/waits/open_waits.c')));

  test('report no owner that took the lock after the wait', async () => {
    const messages = new Decoder({ senders: ['agent'] }).push(await run('open-calls', 'ios/waits/open_{calls,waits}.c'));
    // The numbers of native/open-calls.c: thread 2 holds the lock, then 3.
    assert.deepEqual(
      messages.flatMap((each) => (each.type === 'openCall' ? [[each.thread, each.owner, each.over ?? 0]] : [])),
      [
        [1, 2, 0],
        [1, 2, 1],
      ],
    );
  });

  test('report places in native code once, by image and whole offset', async () => {
    const decoder = new Decoder({ senders: ['agent'] });
    const messages = decoder.push(await run('native-nodes'));
    assert.equal(decoder.failure, undefined);
    // As native/native-nodes.c made them up; its nodes are numbered as they were made.
    assert.deepEqual(messages, [
      { type: 'nativeNode', id: 1, parent: 0, image: 1, offset: 0x100004abc },
      { type: 'nativeNode', id: 2, parent: 1, image: 2, offset: 0x1a0004abc },
      { type: 'nativeNode', id: 4, parent: 2, image: 0, offset: 0xfffff8000000 },
      { type: 'nativeNode', id: 3, parent: 1, image: 2, offset: 0x2a0004abc },
      { type: 'node', id: 5, parent: 1, method: 0, line: 0, pc: -1 },
    ]);
  });

  test('report whole stacks in native code however often their tables are full', async () => {
    const decoder = new Decoder({ senders: ['agent'] });
    const messages = decoder.push(await run('full-tables'));
    assert.equal(decoder.failure, undefined);
    const nodes = new Map<number, { readonly parent: number; readonly image: number; readonly offset: number }>();
    const expected = placesOfSamples();
    const expectedAt = new Map(expected.map((sample) => [sample.atUs, sample]));
    const cpuUs = new Map<number, number>();
    let [borders, samples] = [0, 0];
    for (const message of messages) {
      if (message.type === 'clock') {
        assert.equal(message.tables, ++borders + 1);
        nodes.clear();
      }
      if (message.type === 'nativeNode') nodes.set(message.id, message);
      if (message.type === 'sample' || message.type === 'run') {
        const sumUs = (cpuUs.get(message.thread) ?? 0) + (message.cpuUs ?? 0);
        cpuUs.set(message.thread, sumUs);
      }
      if (message.type !== 'sample') continue;
      samples++;
      // Looks that saw the same as the one before were merged: only empty stacks are.
      const offsets: number[] = [];
      for (let at = nodes.get(message.node); at !== undefined; at = nodes.get(at.parent)) {
        assert.equal(at.image, 1 + (at.offset % 3));
        offsets.unshift(at.offset);
      }
      const sample = expectedAt.get(message.atUs);
      assert.deepEqual([message.thread, ...offsets], [sample?.thread, ...(sample?.places ?? [])]);
    }
    assert.ok(borders >= 2, `${borders} borders`);
    assert.ok(samples > 8_000, `${samples} samples`);
    // From its first look on a thread uses half of the time; over a border nothing is lost of that.
    for (const [thread, us] of cpuUs) {
      const threadSamples = expected.filter((sample) => sample.thread === thread);
      const [first, last] = [threadSamples[0]?.atUs ?? 0, threadSamples.at(-1)?.atUs ?? 0];
      assert.ok(Math.abs(us - (Math.floor(last / 2) - Math.floor(first / 2))) < 50_000, `${us} of ${(last - first) / 2}`);
    }
  });

  test('report images of iOS once to each host, and those that are loaded later', async () => {
    const decoder = new Decoder({ senders: ['agent'] });
    const messages = decoder.push(await run('ios-images', 'ios/dyld/images.c'));
    assert.equal(decoder.failure, undefined);
    // As native/ios-images.c loads them: the third was unloaded before the second host came.
    const expectedNames = ['Shop', 'system.dylib', 'later.dylib', 'last.dylib', 'Shop', 'system.dylib', 'last.dylib'];
    const images = messages.map((message) => (message.type === 'image' ? message : undefined));
    assert.deepEqual(
      images.map((image) => image?.path.split('/').at(-1)),
      expectedNames,
    );
    assert.deepEqual(
      images.map((image) => image?.id),
      [1, 2, 3, 4, 1, 2, 4],
    );
    // Linked for 4 GiB, moved by 1 MiB more for each file, 16 KiB long; its UUID is the same byte 16 times.
    const [, , later] = images;
    assert.deepEqual(
      { ...later, buildId: Buffer.from(later?.buildId ?? []).toString('hex') },
      {
        ...{ type: 'image', id: 3, base: 0x100300000, size: 0x4000 },
        ...{ buildId: '03'.repeat(16), path: '/Shop.app/later.dylib' },
      },
    );
  });

  test('write a stream that decodes to what was seen', async () => {
    const bytes = await run('story');
    const decoder = new Decoder({ senders: ['agent'] });
    const messages = decoder.push(bytes);
    assert.equal(decoder.failure, undefined);
    const nodes = new Map<number, { parent: number; method: number; line: number; pc: number }>();
    const names = new Map<number, string>();
    const open = new Map<number, { stack: string; state: number; samples: number }>();
    const cpuUs = new Map<number, number>();
    /** Bytes that a thread had made when they were known first, and those that were reported since. */
    const made = new Map<number, number>();
    const expected = story();
    for (const message of messages) {
      if (message.type === 'node') nodes.set(message.id, message);
      if (message.type === 'method') names.set(message.id, message.name);
      if (message.type === 'run') {
        const run = open.get(message.thread);
        for (let i = 0; i < message.samples; i++) {
          const sample: ExpectedSample | undefined = expected.get(message.thread)?.shift();
          assert.deepEqual([sample?.stack, sample?.state], [run?.stack, run?.state]);
          if (i === message.samples - 1) assert.equal(message.atUs, sample?.atUs);
        }
        cpuUs.set(message.thread, (cpuUs.get(message.thread) ?? 0) + (message.cpuUs ?? 0));
        checkMade(message);
      }
      if (message.type === 'sample') {
        const sample: ExpectedSample | undefined = expected.get(message.thread)?.shift();
        const stack = stackOf(message.node);
        assert.deepEqual([stack, message.state, message.atUs], [sample?.stack, sample?.state, sample?.atUs]);
        open.set(message.thread, { stack, state: message.state, samples: 1 });
        // The first one has nothing to count from.
        const before = cpuUs.get(message.thread);
        assert.equal(message.cpuUs === undefined, before === undefined);
        cpuUs.set(message.thread, before === undefined ? Math.floor((sample?.atUs ?? 0) / 2) : before + (message.cpuUs ?? 0));
        assert.equal(cpuUs.get(message.thread), Math.floor((sample?.atUs ?? 0) / 2));
        checkMade(message);
      }
    }
    assert.deepEqual([...made.keys()].sort(), [2, 3]);
    // The rest was merged into each thread's last open run.
    for (const [thread, left] of expected) assert.ok(left.length < 10, `thread ${thread}: ${left.length}`);

    /** Three bytes each microsecond, as story.c has it; what was made before it was known is not reported. */
    function checkMade({ thread, atUs, allocatedBytes }: Message<'sample' | 'run'>): void {
      const before = made.get(thread);
      if (before !== undefined) assert.equal(before + (allocatedBytes ?? 0), 3 * atUs);
      else if (allocatedBytes === undefined && (thread === 1 || atUs <= 10_000_000)) return;
      made.set(thread, 3 * atUs);
    }

    function stackOf(id: number): string {
      const frames: string[] = [];
      for (let at = nodes.get(id); at !== undefined; at = nodes.get(at.parent)) frames.push(`${names.get(at.method)}:${at.line}:${at.pc}`);
      return frames.join(' ');
    }
  });
});

interface ExpectedSample {
  readonly stack: string;
  readonly state: number;
  readonly atUs: number;
}

/** native/story.c's choices by thread, from the same generator. */
function story(): Map<number, ExpectedSample[]> {
  let seed = 12345n;
  const next = (below: number): number => {
    seed = (seed * 1664525n + 1013904223n) & 0xffffffffn;
    return Number((seed * BigInt(below)) >> 32n);
  };
  const samples = new Map<number, ExpectedSample[]>();
  let atUs = 1_000_000;
  for (let i = 0; i < 4000; i++) {
    const thread = next(3) + 1;
    const depth = next(40);
    const frames: string[] = [];
    for (let level = 0; level < depth; level++) {
      const key = 1 + next(level < 5 ? 2 : 300);
      const pc = next(100) - 1;
      // A line begins at every fifth byte-code index.
      const line = pc < 0 ? 0 : key + Math.min(19, Math.floor(pc / 5));
      frames.unshift(`methodé${key}:${line}:${pc}`);
    }
    atUs += next(20_000);
    const state = next(7);
    samples.set(thread, [...(samples.get(thread) ?? []), { stack: frames.join(' '), state, atUs }]);
    next(50);
  }
  return samples;
}

/** native/full-tables.c's places, by the same generator. */
function placesOfSamples(): readonly { readonly thread: number; readonly atUs: number; readonly places: readonly number[] }[] {
  let seed = 4711;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed * below) / 2 ** 32);
  };
  let atUs = 1_000_000;
  return Array.from({ length: 9_000 }, () => {
    const thread = 1 + next(3);
    const depth = next(60);
    const places = Array.from({ length: depth }, (_, level) => (level < 5 ? next(2) : next(1_000_000)));
    atUs += next(20_000);
    next(2);
    return { thread, atUs, places };
  });
}
