/**
 * Builds what goes onto devices: the agent's library for each ABI and the hook jar.
 *
 *     node device-agents/build.ts [FOLDER]      the folder is device-agents/prebuilt/ by default, which is committed
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { abis, buildAgentLibrary, compilerVersion } from './build/agent-library.ts';
import { buildHookJar } from './build/hook-jar.ts';
import { agentsRoot, sourceHash } from './build/sources.ts';

/** Name of the hook jar in the output folder. */
export const hookJarName = 'laglens-hook.jar';

/**
 * Builds everything into a folder: `<abi>/liblaglens.so`, the hook jar, and VERSION.txt, which says what they were made by and of.
 * @param log is given a line when something has to be downloaded
 * @throws Error with the words of the tool that failed; clang-14, lld-14, a JDK and mvn are needed
 */
export async function buildAgents(outDir: string, log: (line: string) => void = () => undefined): Promise<void> {
  const version = await compilerVersion();
  if (version === undefined) throw new Error('clang-14 is not installed: apt-get install clang-14 lld-14');
  const hash = await sourceHash();
  await mkdir(outDir, { recursive: true });
  const files = [...abis.map((abi) => `${abi}/liblaglens.so`), hookJarName];
  await Promise.all(abis.map((abi) => buildAgentLibrary(abi, hash, join(outDir, abi, 'liblaglens.so'))));
  await buildHookJar(join(outDir, hookJarName), log);
  const lines = [`compiler ${version}`, `sources ${hash}`];
  for (const file of files) {
    const bytes = await readFile(join(outDir, file));
    lines.push(`${createHash('sha256').update(bytes).digest('hex')} ${bytes.length} ${file}`);
  }
  await writeFile(join(outDir, 'VERSION.txt'), `${lines.join('\n')}\n`);
}

if (import.meta.main) await buildAgents(process.argv[2] ?? join(agentsRoot, 'prebuilt'), (line) => process.stderr.write(`${line}\n`));
