import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../demo-app/build-demo-app.ts';
import { allTargets, makeProbe, runInLoader } from './probes.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-loader-'));
});
after(() => rm(folder, { recursive: true }));

for (const target of allTargets) {
  describe(`the loader (${target})`, () => {
    const place = (name: string): string => join(folder, `${target}-${name}`);

    test('suspends threads, reads their registers, and counts what is called meanwhile', async () => {
      const probe = await makeProbe('sampler.c', { target, output: place('sampler') });
      const census = place('census.json');
      const { code, out, err } = await runInLoader(probe, { IPHONE_LOADER_CENSUS: census });
      assert.deepEqual([code, out], [42, 'turned on, 7, 0.25, x\n'], err);
      const { suspensions, longestUs, calls } = JSON.parse(await readFile(census, 'utf8'));
      // sampler.c: three times, the registers, a sleep of 20 ms; the first time a piece of the heap, too.
      assert.equal(suspensions, 3);
      assert.ok(longestUs >= 20_000);
      assert.deepEqual(calls, { _thread_get_state: 3, _malloc: 1, _free: 1, _usleep: 3, _thread_resume: 3 });
    });

    test('lets threads go on that are suspended again at once', async () => {
      const { code, out, err } = await runInLoader(await makeProbe('restless.c', { target, output: place('restless') }));
      assert.deepEqual([code, out], [0, 'alive\n'], err);
    });

    test('counts a thread’s way from one wait to the next, also when it was suspended in the first', async () => {
      const { code, out, err } = await runInLoader(await makeProbe('two_waits.c', { target, output: place('two-waits') }));
      assert.deepEqual([code, out], [0, 'moved\n'], err);
    });

    test('counts what a thread runs after it was suspended, also when it soon waits', async () => {
      const { code, out, err } = await runInLoader(await makeProbe('soon_asleep.c', { target, output: place('soon-asleep') }));
      assert.deepEqual([code, out], [0, '50 of 50\n'], err);
    });

    test('notifies observers of a run loop as Apple’s does, in its order', async () => {
      const probe = await makeProbe('order.c', { target, output: place('order') });
      // CFRunLoop.c, __CFRunLoopRun: entry (1), before timers (2), before sources (4), blocks, sources. What a source has done is looked
      // at once more without sleeping; then before waiting (32), after waiting (64), the timer, and the same until the time is over;
      // exit (128). Observers come by their order, those of other modes not at all.
      const expected = 'a1 b1 a2 b2 a4 b4 block source a2 b2 a4 b4 a32 b32 a64 b64 timer a2 b2 a4 b4 a32 b32 a64 b64 a128 b128 result3\n';
      // The timer is due a second behind the first turn, the end a second behind that: a computer that stands still for less changes nothing.
      const { out, err } = await runInLoader(probe);
      assert.equal(out, expected, err);
    });

    for (const fixups of ['-fixup_chains', '-no_fixup_chains'] as const) {
      test(`binds an app and its libraries to each other (${fixups})`, async () => {
        const library = await makeProbe('library.c', {
          target,
          output: place(`library${fixups}.dylib`),
          library: true,
          link: [fixups, '-install_name', `@rpath/${target}-library${fixups}.dylib`],
        });
        const link = [fixups, '-rpath', '@executable_path/nowhere', '-rpath', '@loader_path/.', library];
        const app = await makeProbe('uses_library.c', { target, output: place(`app${fixups}`), link });
        const { code, out, err } = await runInLoader(app);
        assert.deepEqual([code, out], [0, 'library app one three\n'], err);
        // Without the library it is refused, unless it was linked weakly.
        const weakly = await makeProbe('uses_library.c', {
          target,
          weak: true,
          output: place(`weak${fixups}`),
          link: [...link.slice(0, -1), '-weak_library', library],
        });
        await rm(library);
        const refused = await runInLoader(app);
        assert.equal(refused.code, 6);
        assert.match(
          refused.err,
          /^dyld\[\d+\]: Library not loaded: @rpath\/.*\n {2}Referenced from: <[0-9A-F-]{36}> .*\n {2}Reason: tried: '/,
        );
        assert.match(refused.err, /nowhere\/.*' \(no such file\), '/);
        assert.equal((await runInLoader(weakly)).out, 'app without\n');
      });
    }

    test('loads a library while the app runs, once, and announces it before its code runs', async () => {
      await makeProbe('library.c', { target, output: place('later.dylib'), library: true, link: ['-install_name', '@rpath/later.dylib'] });
      const app = await makeProbe('opens_library.c', { target, output: place('opens') });
      const { code, out, err } = await runInLoader(app, { LIBRARY: `@executable_path/${target}-later.dylib` });
      const missing = `tried: '${folder}/none.dylib' (no such file)`;
      assert.deepEqual([code, out], [0, `added library two same 1 1 ${missing}\n`], err);
    });

    test('names a symbol that nobody has', async () => {
      const { code, out, err } = await runInLoader(await makeProbe('uses_library.c', { target, output: place('flat') }));
      assert.deepEqual([code, out], [6, '']);
      assert.match(err, /Symbol not found: _library_(?:word|print)\n {2}Referenced from: <[0-9A-F-]{36}> .*\n {2}Expected in: /);
    });

    test('says which slice or platform an inserted library lacks', async () => {
      const app = await makeProbe('uses_library.c', { target, output: place('lonely'), weak: true });
      const insert = async (library: string) => runInLoader(app, { DYLD_INSERT_LIBRARIES: library });
      const link = ['-install_name', '@rpath/other.dylib'];
      const build = (other: (typeof allTargets)[number]) =>
        makeProbe('library.c', { target: other, output: place(`for-${other}.dylib`), library: true, link });
      const own = await build(target);
      assert.equal((await insert(own)).out, 'library app one three\n');
      const damaged = place('damaged.dylib');
      await copyFile(own, damaged);
      const bytes = await readFile(damaged);
      bytes.write('six', bytes.indexOf('one\0'), 'latin1');
      await writeFile(damaged, bytes);
      const unlike = target === 'device-arm64' ? 'simulator-arm64' : 'device-arm64';
      const wrong: readonly (readonly [string, RegExp])[] = [
        [damaged, /code signature invalid in <[0-9A-F-]{36}> '.*damaged\.dylib' \(errno=1\)/],
        [await build(unlike), target === 'simulator-x86_64' ? /incompatible architecture/ : /incompatible platform/],
        [place('none.dylib'), /no such file/],
      ];
      for (const [library, why] of wrong) {
        const { code, out, err } = await insert(library);
        // A simulator goes on without it, and says nothing.
        if (target !== 'device-arm64') assert.deepEqual([code, out, err], [0, 'app without\n', ''], library);
        else assert.deepEqual([code, why.test(err), err.includes('terminating because inserted dylib')], [6, true, true], err);
      }
    });
  });
}

test('a fat file without the slice is refused by what it has and what it needs', async () => {
  const link = ['-install_name', '@rpath/fat.dylib'];
  const thin = await makeProbe('library.c', { target: 'simulator-x86_64', output: join(folder, 'thin.dylib'), library: true, link });
  const fat = join(folder, 'fat.dylib');
  await run('llvm-lipo-19', ['-create', thin, '-output', fat]);
  const app = await makeProbe('uses_library.c', { target: 'device-arm64', output: join(folder, 'fat-app'), weak: true });
  const { code, err } = await runInLoader(app, { DYLD_INSERT_LIBRARIES: fat });
  assert.equal(code, 6);
  assert.match(err, /fat file, but missing compatible architecture \(have 'x86_64', need 'arm64'\)/);
});

test('an executable that is encrypted for the App Store is refused', async () => {
  const link = ['-encryptable'];
  const app = await makeProbe('uses_library.c', { target: 'device-arm64', output: join(folder, 'encrypted'), weak: true, link });
  const bytes = await readFile(app);
  // LC_ENCRYPTION_INFO_64: cmd, cmdsize, cryptoff, cryptsize, cryptid.
  const command = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 24, 0, 0, 0]));
  assert.ok(command > 0);
  bytes.writeUInt32LE(1, command + 16);
  await writeFile(app, bytes);
  const { code, err } = await runInLoader(app);
  assert.equal(code, 6);
  assert.match(err, /: is encrypted for the App Store/);
});

test('an executable that is damaged, or none, is refused in one line', async () => {
  const app = await makeProbe('uses_library.c', { target: 'simulator-x86_64', output: join(folder, 'sound'), weak: true });
  const bytes = await readFile(app);
  for (const [name, change] of Object.entries({
    'cut-off': bytes.subarray(0, 3000),
    'other-bytes': Buffer.from('not a program at all, but long enough to be looked at'),
    'long-commands': Buffer.from(bytes).fill(0xff, 20, 24),
  })) {
    const path = join(folder, name);
    await writeFile(path, change);
    const { code, err } = await runInLoader(path);
    assert.deepEqual([code, err.trim().split('\n').length], [6, 1], err);
  }
});
