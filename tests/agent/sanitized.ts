import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiler, languageFlags } from '../../device-agents/build/agent-library.ts';
import { agentsRoot, librarySources, sources } from '../../device-agents/build/sources.ts';

const execute = promisify(execFile);
const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-g', '-O1'] as const;

/**
 * Compiles a program of native/ with parts of the agents, ASan and UBSan.
 * @param patterns of the parts, under device-agents/
 * @returns the program's path
 * @throws Error with the compiler's words
 */
export async function compileWithSanitizers(name: string, folder: string, ...patterns: readonly string[]): Promise<string> {
  const program = join(folder, name);
  // This computer's libc replaces the agent's own memcpy.
  const parts = (await sources(...patterns)).filter((path) => !path.endsWith('builtins.c')).map((path) => join(agentsRoot, path));
  const main = fileURLToPath(new URL(`native/${name}.c`, import.meta.url));
  await execute(compiler, [...languageFlags, '-D_GNU_SOURCE', ...sanitizers, '-pthread', main, ...parts, '-o', program]);
  return program;
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
  const library = join(folder, 'liblaglens-sanitized.so');
  const parts = (await sources(...librarySources.android)).filter((path) => !path.endsWith('builtins.c'));
  const flags = [...languageFlags, '-D_GNU_SOURCE', ...sanitizers, '-shared-libsan', '-shared', '-fPIC', '-fvisibility=hidden'];
  await execute(compiler, [...flags, ...defines, ...parts, '-o', library], { cwd: agentsRoot });
  const { stdout } = await execute(compiler, ['-print-file-name=libclang_rt.asan-x86_64.so']);
  const options = 'handle_segv=0:allow_user_segv_handler=1:detect_leaks=0:halt_on_error=1';
  return { library, env: { LD_PRELOAD: stdout.trim(), ASAN_OPTIONS: options, UBSAN_OPTIONS: 'print_stacktrace=1' } };
}

/**
 * Compiles the whole agent with a mocked virtual machine (native/mock_vm.c).
 * @param name of the program in native/
 * @returns the program's path
 * @throws Error with the compiler's words
 */
export async function compileWithMock(name: string, folder: string, ...sanitizer: readonly string[]): Promise<string> {
  const program = join(folder, name);
  const parts = (await sources(...librarySources.android)).filter((path) => !path.endsWith('builtins.c'));
  const mains = [name, 'mock_vm'].map((each) => fileURLToPath(new URL(`native/${each}.c`, import.meta.url)));
  const flags = [...languageFlags, '-D_GNU_SOURCE', ...sanitizer, '-g', '-O1', '-pthread'];
  await execute(compiler, [...flags, ...mains, ...parts, '-o', program], { cwd: agentsRoot });
  return program;
}
