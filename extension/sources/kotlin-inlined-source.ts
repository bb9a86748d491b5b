import * as vscode from 'vscode';
import { SourceMap } from '../../core/analysis/frames/smap.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { classFilePath, MOST_CLASS_BYTES } from '../../core/symbols/class-file/class-file-path.ts';
import { readClassSources } from '../../core/symbols/class-file/class-sources.ts';
import type { SourcePlace } from '../../protocol/page-protocol.ts';

/** Where Gradle's plugins put what the Kotlin compiler made: Android's before and since version 9, the JVM's. */
const CLASS_FOLDERS = '**/build/{tmp/kotlin-classes,intermediates/built_in_kotlinc,classes/kotlin}/**/';
const NOT_CLASSES = '**/{node_modules,.gradle,.git}/**';
const MOST_VARIANTS = 20;

/**
 * Where the line of an inlined Kotlin function was written, by the source map in the class file that the workspace's build left:
 * shrinking takes it out of the app. Undefined when there is no such file, or its map does not know the line.
 */
export async function writtenPlace({ class: className, line }: SourcePlace): Promise<SourcePlace | undefined> {
  const path = classFilePath(className);
  if (path === undefined) return undefined;
  const files = await vscode.workspace.findFiles(`${CLASS_FOLDERS}${path}`, NOT_CLASSES, MOST_VARIANTS);
  for (const file of await newestFirst(files)) {
    const source = new SourceMap(await sourceMapOf(file)).source(line);
    if (source !== undefined) return { class: source.class || className, file: source.sourceFile, line: source.line };
  }
  return undefined;
}

/** '' for a class file that has none, or is damaged: another variant's may be whole. */
async function sourceMapOf(file: vscode.Uri): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(file);
  try {
    return readClassSources(bytes, file.fsPath).sourceMap;
  } catch (error) {
    if (!(error instanceof SymbolError)) throw error;
    return '';
  }
}

/** Of several variants the one that was built last is most likely what ran. */
async function newestFirst(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const found = await Promise.all(files.map(async (file) => ({ file, stat: await vscode.workspace.fs.stat(file) })));
  return found
    .filter(({ stat }) => stat.size <= MOST_CLASS_BYTES)
    .sort((a, b) => b.stat.mtime - a.stat.mtime)
    .map(({ file }) => file);
}
