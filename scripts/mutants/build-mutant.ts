import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { compiler, languageFlags } from '../../device-agents/build/agent-library.ts';

const execute = promisify(execFile);
const HOOK_JAR = 'device-agents/prebuilt/laglens-hook.jar';

/**
 * Whether a faulty source is one that its compiler takes: tests notice any other for free. Java's is packed into the clone's hook jar, which
 * tests attach.
 * @param text of the file, as it is in the clone
 * @returns the compiler's words if it refuses the source, else undefined
 */
export async function buildMutant(clone: string, file: string, text: string): Promise<string | undefined> {
  const build = builds[extname(file)];
  return build?.(clone, file, text).then(() => undefined, wordsOf);
}

/** A built file, of which a clone needs the one without the fault again. */
export function builtFrom(file: string): string | undefined {
  return extname(file) === '.java' ? HOOK_JAR : undefined;
}

const builds: Readonly<Record<string, (clone: string, file: string, text: string) => Promise<unknown>>> = {
  '.ts': (_clone, _file, text) => transform(text, { loader: 'ts', logLevel: 'silent' }),
  '.c': (clone, file) => execute(compiler, ['-fsyntax-only', ...languageFlags, '-D_GNU_SOURCE', file], { cwd: clone }),
  '.java': (clone) => execute(process.execPath, ['--input-type=module', '-e', packHookJar], { cwd: clone }),
};

/** By the clone's own modules, which find its sources. */
const packHookJar = `
import { buildHookJar } from './device-agents/build/hook-jar.ts';
await buildHookJar('${HOOK_JAR}', console.error);
`;

function wordsOf(error: unknown): string {
  const { stderr = '' }: { readonly stderr?: string } = Object(error);
  const words = stderr === '' ? String(error) : stderr;
  return words.split('\n').find((line) => /error/i.test(line)) ?? words;
}
