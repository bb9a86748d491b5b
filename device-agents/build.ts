/**
 * Builds what goes onto devices: the agent's library for each of Android's ABIs, the hook jar, and the libraries for iOS.
 *
 *     node device-agents/build.ts [FOLDER]      the folder is device-agents/prebuilt/ by default, which is committed
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { abis, buildAgentLibrary, compilerVersion } from './build/agent-library.ts';
import { buildHookJar } from './build/hook-jar.ts';
import { buildIosLibrary, iosCompiler, iosLibraryNames } from './build/ios-library.ts';
import { agentsRoot, sourceHash } from './build/sources.ts';

/** Name of the hook jar in the output folder. */
export const hookJarName = 'laglens-hook.jar';

/**
 * Builds everything into a folder: `<abi>/liblaglens.so`, the hook jar, `ios/*.dylib`, and VERSION.txt, which says what they were made by and
 * of.
 * @param log is given a line when something has to be downloaded
 * @throws Error with the words of the tool that failed; clang-14, lld-14, clang-19, lld-19, llvm-19, a JDK and mvn are needed
 */
export async function buildAgents(outDir: string, log: (line: string) => void = () => undefined): Promise<void> {
  const version = await compilerVersion();
  if (version === undefined) throw new Error('clang-14 is not installed: apt-get install clang-14 lld-14');
  const iosVersion = await compilerVersion(iosCompiler);
  if (iosVersion === undefined) throw new Error('clang-19 is not installed: apt-get install clang-19 lld-19 llvm-19');
  const [hash, iosHash] = [await sourceHash('android'), await sourceHash('ios')];
  await mkdir(outDir, { recursive: true });
  const files = [...abis.map((abi) => `${abi}/liblaglens.so`), hookJarName, ...iosLibraryNames.map((name) => `ios/${name}`)];
  await Promise.all(abis.map((abi) => buildAgentLibrary(abi, hash, join(outDir, abi, 'liblaglens.so'))));
  await buildHookJar(join(outDir, hookJarName), log);
  await Promise.all(iosLibraryNames.map((name) => buildIosLibrary(name, iosHash, join(outDir, 'ios', name))));
  const lines = [`compiler ${version}`, `sources ${hash}`, `compiler of ios ${iosVersion}`, `sources of ios ${iosHash}`];
  for (const file of files) {
    const bytes = await readFile(join(outDir, file));
    lines.push(`${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${file}`);
  }
  await writeFile(join(outDir, 'VERSION.txt'), `${lines.join('\n')}\n`);
}

if (import.meta.main) await buildAgents(process.argv[2] ?? join(agentsRoot, 'prebuilt'), (line) => process.stderr.write(`${line}\n`));
