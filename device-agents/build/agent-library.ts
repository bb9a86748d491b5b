import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { agentsRoot, librarySources, sources } from './sources.ts';

const execute = promisify(execFile);

/** The compiler and linker that make the committed libraries; another version would give other bytes. */
export const compiler = 'clang-14';
const linker = 'lld-14';

/** Android's names of the ABIs, and the compiler's. API 28 is the oldest Android that is captured. */
const targets = {
  'arm64-v8a': ['aarch64-linux-android28', '-mno-outline-atomics'],
  'armeabi-v7a': ['armv7a-linux-androideabi28'],
  x86_64: ['x86_64-linux-android28'],
} as const;
type Abi = keyof typeof targets;
export const abis = Object.keys(targets) as readonly Abi[];

/** Language and warnings, shared with the tests' builds for this computer. */
export const languageFlags = ['-std=c11', '-Wall', '-Wextra', '-Werror'] as const;

const compileFlags = [
  ...languageFlags,
  '-O2',
  '-ffreestanding',
  '-fPIC',
  '-fvisibility=hidden',
  '-fomit-frame-pointer',
  // Each of these would call for a run-time library.
  '-fno-stack-protector',
  '-fno-unwind-tables',
  '-fno-asynchronous-unwind-tables',
] as const;

const linkFlags = [
  '-shared',
  '-nostdlib',
  `-fuse-ld=${linker}`,
  // Devices with 16 KiB pages refuse anything less.
  '-Wl,-z,max-page-size=16384',
  '-Wl,-z,noexecstack,-z,relro,-z,now',
  // A symbol that nobody defines is an error here, not on the device.
  '-Wl,-z,defs',
  '-Wl,--hash-style=both,--gc-sections,-soname,liblaglens.so',
  '-s',
] as const;

/**
 * Compiles the agent's library for one ABI. The same sources and compiler give the same bytes: no paths, times or names of this
 * computer go in.
 * @param defines for agents of tests, which are never shipped
 * @throws Error with the compiler's words
 */
export async function buildAgentLibrary(abi: Abi, buildHash: string, file: string, defines: readonly string[] = []): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const [target, ...extra] = targets[abi];
  const files = await sources(...librarySources.android);
  const all = [`-DLAGLENS_BUILD_HASH="${buildHash}"`, ...defines];
  await execute(compiler, [`--target=${target}`, ...compileFlags, ...extra, ...all, ...files, ...linkFlags, '-o', file], {
    cwd: agentsRoot,
  });
}

/** First line of what a compiler says of itself; undefined when it isn't installed. */
export async function compilerVersion(command: string = compiler): Promise<string | undefined> {
  try {
    const { stdout } = await execute(command, ['--version']);
    return stdout.split('\n', 1)[0];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
