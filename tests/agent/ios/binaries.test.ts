import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { iosCompileFlags, iosCompiler, iosLibraries, iosLibraryNames } from '../../../device-agents/build/ios-library.ts';
import { agentsRoot, sourceHash, sources } from '../../../device-agents/build/sources.ts';
import { prebuilt } from '../program.ts';

const execute = promisify(execFile);
const MAX_DEVICE_BYTES = 100_000;

async function said(command: string, ...args: readonly string[]): Promise<string> {
  return (await execute(command, args, { cwd: agentsRoot, maxBuffer: 1 << 24 })).stdout;
}

const shipped = (name: string): string => join(prebuilt, 'ios', name);
/** By llvm-objdump's names of the architectures. */
const slices = [
  { name: 'liblaglens.dylib', arch: 'arm64', platform: 'ios' },
  { name: 'liblaglens-sim.dylib', arch: 'arm64', platform: 'iossimulator' },
  { name: 'liblaglens-sim.dylib', arch: 'x86_64', platform: 'iossimulator' },
] as const;

/** Code that runs while a thread of the app is suspended may call only the kernel. */
const allowedWhileSuspended = [
  '_mach_task_self_',
  '_thread_get_state',
  '_thread_info',
  '_thread_resume',
  '_thread_suspend',
  '_vm_read_overwrite',
];

suite('the libraries for iOS that are shipped', () => {
  for (const { name, arch, platform } of slices) {
    const objdump = (...flags: readonly string[]) => said('llvm-objdump-19', '--macho', `--arch=${arch}`, ...flags, shipped(name));

    test(`${name} (${arch}): is for ${platform} 15, needs the system alone, and binds all of it when it is loaded`, async () => {
      const headers = await objdump('--private-headers');
      const commands = [...headers.matchAll(/^\s+cmd (LC_\w+)$/gm)].map(([, command]) => command);
      for (const wanted of [
        'LC_ID_DYLIB',
        'LC_UUID',
        'LC_BUILD_VERSION',
        'LC_DYLD_CHAINED_FIXUPS',
        'LC_FUNCTION_STARTS',
        'LC_CODE_SIGNATURE',
      ])
        assert.ok(commands.includes(wanted), wanted);
      assert.match(headers, new RegExp(`platform ${platform}\\n\\s+sdk .*\\n\\s+minos 15\\.0`));
      const names = [...headers.matchAll(/^\s+name (\/\S+|@\S+) \(offset/gm)].map(([, path]) => path);
      assert.deepEqual(names, [
        '@rpath/liblaglens.dylib',
        '/usr/lib/libSystem.B.dylib',
        '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
      ]);
      // Lazy pointers would be bound on the first call, which may be while a thread is suspended.
      assert.doesNotMatch(headers, /S_LAZY_SYMBOL_POINTERS|__la_symbol_ptr/);
      assert.doesNotMatch(headers, /__objc_/);
    });

    test(`${name} (${arch}): imports what the stubs name, and shows one function`, async () => {
      const stubs = await Promise.all((await sources('ios/stubs/**/*.tbd')).map((path) => readFile(join(agentsRoot, path), 'utf8')));
      const named = new Set(stubs.flatMap((text) => [...text.matchAll(/[\s,[](_\w+|dyld_stub_binder)/g)].map(([, symbol]) => symbol)));
      const imports = (await said('llvm-nm-19', `--arch=${arch}`, '-u', '-j', shipped(name))).trim().split('\n');
      assert.ok(imports.length > 20);
      assert.deepEqual(
        imports.map((line) => line.trim()).filter((symbol) => symbol !== '' && !symbol.endsWith(':') && !named.has(symbol)),
        [],
      );
      const exported = await said('llvm-nm-19', `--arch=${arch}`, '-g', '-U', '-j', shipped(name));
      assert.deepEqual(
        exported.split('\n').filter((line) => line.startsWith('_')),
        ['_laglens_start'],
      );
    });
  }

  test('the one for devices is small', async () => {
    assert.ok((await stat(shipped('liblaglens.dylib'))).size <= MAX_DEVICE_BYTES);
  });

  test('are of these sources, and VERSION.txt says so', async () => {
    const version = await readFile(join(prebuilt, 'VERSION.txt'), 'utf8');
    assert.match(version, new RegExp(`^sources of ios ${await sourceHash('ios')}$`, 'm'), 'run: node device-agents/build.ts');
    for (const name of iosLibraryNames) {
      const hash = createHash('sha256')
        .update(await readFile(shipped(name)))
        .digest('hex');
      assert.ok(version.includes(`${hash} `), name);
    }
  });

  for (const target of Object.values(iosLibraries).flat()) {
    test(`${target}: nothing but the kernel is called while a thread is suspended`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'laglens-suspended-'));
      try {
        const object = join(folder, 'walk.o');
        await said(iosCompiler, '-target', target, ...iosCompileFlags, '-c', 'ios/sampling/walk_suspended.c', '-o', object);
        const outside = (await said('llvm-nm-19', '-u', '-j', object)).trim().split('\n');
        assert.deepEqual(outside.toSorted(), allowedWhileSuspended);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }
});
