import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { iosCompiler } from '../../../device-agents/build/ios-library.ts';
import { agentsRoot } from '../../../device-agents/build/sources.ts';

const execute = promisify(execFile);

/** As Xcode's scheme has them; code coverage only counts, in memory of its own. */
const sanitizers = { address: '-fsanitize=address,undefined', thread: '-fsanitize=thread' } as const;
const levels = ['-O0', '-Os'] as const;
/** They read other threads' stacks, or their own beyond the frame, or the app's code. */
const readers = {
  'ios/sampling/walk_suspended.c': 'all',
  'ios/sampling/stacks.c': '_read_code',
  'ios/waits/blocking.c': '_walk_own',
} as const;

suite('an app that carries the agent and is built with sanitizers', { timeout: 600_000 }, () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-sanitizers-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** The code of a file, by functions. Those that were inlined are in their callers. */
  const functionsOf = async (file: string, flags: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const object = join(folder, `${flags.join('')}-${file.replaceAll('/', '-')}.o`);
    // A phone has no ThreadSanitizer, and the compiler refuses it.
    const argv = [
      '-target',
      'arm64-apple-ios15.0-simulator',
      '-isysroot',
      'ios/stubs',
      '-ffreestanding',
      ...flags,
      '-c',
      file,
      '-o',
      object,
    ];
    await execute(iosCompiler, argv, { cwd: agentsRoot });
    const { stdout } = await execute('llvm-objdump-19', ['-dr', '--no-show-raw-insn', object], { maxBuffer: 1 << 26 });
    const parts = stdout.split(/^[0-9a-f]+ <(.+)>:$/m).slice(1);
    return new Map(parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? ''] as const] : [])));
  };
  const checks = (code: string): readonly string[] => code.match(/___[atu]\w*san_\w+/g) ?? [];

  for (const [name, flag] of Object.entries(sanitizers)) {
    for (const level of levels) {
      test(`is never checked where stacks are read (${name}, ${level})`, async () => {
        for (const [file, wanted] of Object.entries(readers)) {
          const functions = await functionsOf(file, [level, flag]);
          // The sanitizer's constructors run when the app is loaded.
          const own = [...functions.keys()].filter((each) => !/^_[at]san\.module_/.test(each));
          const read = wanted === 'all' ? own : own.filter((each) => each === wanted);
          // Optimized, a function may be in its callers alone.
          if (level === '-O0') assert.ok(read.length > 0, file);
          for (const each of read) assert.deepEqual(checks(functions.get(each) ?? ''), [], `${file}: ${each}`);
        }
      });
    }

    test(`is checked elsewhere: the search finds checks (${name})`, async () => {
      const functions = await functionsOf('ios/sampling/stacks.c', ['-O0', flag]);
      assert.ok(checks(functions.get('_laglens_walk') ?? '').length > 0);
    });
  }
});
