import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { languageFlags } from './agent-library.ts';
import { agentsRoot, librarySources, sources } from './sources.ts';

const execute = promisify(execFile);

/** Makes the committed libraries for iOS; another version would give other bytes. */
export const iosCompiler = 'clang-19';
const lipo = 'llvm-lipo-19';

/** The libraries as they ship, each with the compiler's names of what is in it. Xcode 27 builds for nothing older than iOS 15. */
export const iosLibraries = {
  'liblaglens.dylib': ['arm64-apple-ios15.0'],
  'liblaglens-sim.dylib': ['arm64-apple-ios15.0-simulator', 'x86_64-apple-ios15.0-simulator'],
} as const;
type IosLibrary = keyof typeof iosLibraries;
export const iosLibraryNames = ['liblaglens.dylib', 'liblaglens-sim.dylib'] as const satisfies readonly IosLibrary[];

/** Flags with which the agent's sources for iOS are compiled, for the tests, too. The folder of stubs stands in for an SDK. */
export const iosCompileFlags = [
  ...languageFlags,
  '-isysroot',
  'ios/stubs',
  '-Os',
  '-ffreestanding',
  '-fvisibility=hidden',
  // Stacks that go through the agent's hooks are walked by frames.
  '-fno-omit-frame-pointer',
  '-fno-stack-protector',
  '-fno-unwind-tables',
  '-fno-asynchronous-unwind-tables',
] as const;

const linkFlags = [
  '-shared',
  '-nostdlib',
  '-fuse-ld=lld',
  '-Wl,-install_name,@rpath/liblaglens.dylib',
  // Simulators refuse code without a signature; whoever deploys it signs it again.
  '-Wl,-adhoc_codesign',
  // Every import is bound when the library is loaded: none may be looked up while a thread is suspended.
  '-Wl,-fixup_chains',
  '-Wl,-dead_strip,-S,-x',
  // The App Store's encryption, which would need the code to begin on a page of its own.
  '-Wl,-no_encryption',
  '-lSystem',
  '-framework',
  'CoreFoundation',
] as const;

/**
 * Builds one library for iOS against the project's own stubs. The same sources and compiler give the same bytes.
 * @throws Error with the compiler's words; a function that no stub names is an error of the linker
 */
export async function buildIosLibrary(name: IosLibrary, buildHash: string, file: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'laglens-ios-'));
  try {
    await mkdir(dirname(file), { recursive: true });
    const slices = iosLibraries[name].map((target) => ({ target, file: join(work, `${target}.dylib`) }));
    await Promise.all(slices.map((slice) => buildSlice(slice.target, buildHash, slice.file)));
    const [only, ...others] = slices;
    if (only !== undefined && others.length === 0) await copyFile(only.file, file);
    else await execute(lipo, ['-create', ...slices.map((slice) => slice.file), '-output', file]);
  } finally {
    await rm(work, { recursive: true });
  }
}

async function buildSlice(target: string, buildHash: string, file: string): Promise<void> {
  const defines = [`-DLAGLENS_BUILD_HASH="${buildHash}"`, '-DLAGLENS_OWN_LIBRARY=1'];
  const files = await sources(...librarySources.ios);
  await execute(iosCompiler, ['-target', target, ...iosCompileFlags, ...defines, ...files, ...linkFlags, '-o', file], { cwd: agentsRoot });
}
