import * as vscode from 'vscode';
import { sourceDebugExtension } from '../../core/analysis/class-file.ts';
import { SourceMap } from '../../core/analysis/smap.ts';
import type { SourcePlace } from '../page-protocol.ts';

/** Where Gradle's plugins put what the Kotlin compiler made: Android's before and since version 9, the JVM's. */
const CLASS_FOLDERS = '**/build/{tmp/kotlin-classes,intermediates/built_in_kotlinc,classes/kotlin}/**/';
const NOT_CLASSES = '**/{node_modules,.gradle,.git}/**';
const MOST_VARIANTS = 20;
/** Larger class files do not exist: methods and constants are counted by 16 bits. */
const MOST_BYTES = 16 << 20;

/**
 * Where the line of an inlined Kotlin function was written, by the source map in the class file that the workspace's build left:
 * shrinking takes it out of the app. Undefined when there is no such file, or its map does not know the line.
 */
export async function writtenPlace({ class: className, line }: SourcePlace): Promise<SourcePlace | undefined> {
  if (!/^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(className)) return undefined;
  const glob = `${CLASS_FOLDERS}${className.replaceAll('.', '/')}.class`;
  const files = await vscode.workspace.findFiles(glob, NOT_CLASSES, MOST_VARIANTS);
  for (const file of await newestFirst(files)) {
    const text = sourceDebugExtension(await vscode.workspace.fs.readFile(file));
    const source = text === undefined ? undefined : new SourceMap(text).source(line);
    if (source !== undefined) return { class: source.class || className, file: source.sourceFile, line: source.line };
  }
  return undefined;
}

/** Of several variants the one that was built last is most likely what ran. */
async function newestFirst(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const found = await Promise.all(files.map(async (file) => ({ file, stat: await vscode.workspace.fs.stat(file) })));
  return found
    .filter(({ stat }) => stat.size <= MOST_BYTES)
    .sort((a, b) => b.stat.mtime - a.stat.mtime)
    .map(({ file }) => file);
}
