import { readlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { jarText } from '../../sources/jar-entries.ts';
import type { JavaProcess } from './java-processes.ts';
import { isGone } from './proc.ts';

const LONGEST = 100;

/** `Implementation-Version` of the jar that the process was started with (`java -jar`). Undefined without one, and for containers. */
export async function jarVersion({ pid, jar, root }: Pick<JavaProcess, 'pid' | 'jar' | 'root'>): Promise<string | undefined> {
  if (jar === undefined || root !== '') return undefined;
  try {
    return versionIn(await jarText(resolve(await readlink(`/proc/${pid}/cwd`), jar), 'META-INF/MANIFEST.MF'));
  } catch (error) {
    // The jar may be gone, replaced or another user's: the capture needs no version.
    if (error instanceof SymbolError || isGone(error)) return undefined;
    throw error;
  }
}

/** Of the main section; lines that begin with a space go on (JAR File Specification, "Name-Value pairs and Sections"). */
export function versionIn(manifest: string): string | undefined {
  const [main = ''] = manifest.replaceAll(/\r\n?/g, '\n').replaceAll('\n ', '').split('\n\n', 1);
  const version = /^Implementation-Version: *(.*)$/im.exec(main)?.[1]?.trim() ?? '';
  return version === '' ? undefined : version.slice(0, LONGEST);
}
