import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler, languageFlags } from '../../device-agents/build/agent-library.ts';
import { librarySources, sources } from '../../device-agents/build/sources.ts';
import { compiledObjects } from './objects.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'] as const;
const baseFlags = [...languageFlags, '-D_GNU_SOURCE', '-g', '-O1', '-pthread'] as const;

/**
 * Compiles a program of native/ with parts of the agents, ASan and UBSan.
 * @param patterns of the parts, under device-agents/
 * @returns the program's path
 * @throws Error with the compiler's words
 */
export async function compileWithSanitizers(name: string, folder: string, ...patterns: readonly string[]): Promise<string> {
  return link(join(folder, basename(name)), [native(name), ...(await agentParts(patterns))], [...baseFlags, ...sanitizers]);
}

/**
 * Compiles the whole agent for desktop JVMs with ASan and UBSan.
 * @returns the library, and a java environment for it: HotSpot handles its own SIGSEGVs
 * @throws Error with the compiler's words
 */
export async function agentWithSanitizers(
  folder: string,
  ...defines: readonly string[]
): Promise<{ readonly library: string; readonly env: NodeJS.ProcessEnv }> {
  const flags = [...baseFlags, ...sanitizers, '-fPIC', '-fvisibility=hidden', ...defines];
  const parts = await agentParts(librarySources.android);
  const library = await link(join(folder, 'liblaglens-sanitized.so'), parts, flags, ['-shared-libsan', '-shared']);
  const { stdout } = await execute(compiler, ['-print-file-name=libclang_rt.asan-x86_64.so']);
  const options = 'handle_segv=0:allow_user_segv_handler=1:detect_leaks=0:halt_on_error=1';
  return { library, env: { LD_PRELOAD: stdout.trim(), ASAN_OPTIONS: options, UBSAN_OPTIONS: 'print_stacktrace=1' } };
}

/**
 * Compiles the whole agent with a mocked virtual machine (native/mock_vm.c).
 * @param name of the program in native/
 * @param sanitizer flags of the compiler, and of the linker by `-Wl,`
 * @returns the program's path
 * @throws Error with the compiler's words
 */
export async function compileWithMock(name: string, folder: string, ...sanitizer: readonly string[]): Promise<string> {
  const isLinkers = (flag: string): boolean => flag.startsWith('-Wl,');
  const flags = [...baseFlags, ...sanitizer.filter((flag) => !isLinkers(flag))];
  const parts = [native(name), native('mock_vm'), ...(await agentParts(librarySources.android))];
  return link(join(folder, basename(name)), parts, flags, sanitizer.filter(isLinkers));
}

const native = (name: string): string => `tests/agent/native/${name}.c`;

async function agentParts(patterns: readonly string[]): Promise<readonly string[]> {
  // This computer's libc replaces the agent's own memcpy.
  const parts = (await sources(...patterns)).filter((path) => !path.endsWith('builtins.c'));
  return parts.map((path) => `device-agents/${path}`);
}

async function link(
  program: string,
  files: readonly string[],
  flags: readonly string[],
  linkFlags: readonly string[] = [],
): Promise<string> {
  const objects = await compiledObjects(root, files, flags);
  await execute(compiler, [...flags, ...linkFlags, ...objects, '-o', program], { cwd: root });
  return program;
}
