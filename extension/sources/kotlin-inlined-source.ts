import * as vscode from 'vscode';
import { SourceMap } from '../../core/analysis/frames/smap.ts';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { classFilePath, MOST_CLASS_BYTES, readClassSources } from '../../core/symbols/class-file/class-sources.ts';
import type { SourcePlace } from '../../protocol/parse-from-page.ts';
import { findFiles } from './workspace-files.ts';

/** Kotlin's output folders in Gradle builds: Android before and since plugin 9, JVM. */
const CLASS_FOLDERS = '**/build/{tmp/kotlin-classes,intermediates/built_in_kotlinc,classes/kotlin}/**/';
const NOT_CLASSES = '**/{node_modules,.gradle,.git}/**';
const MOST_VARIANTS = 20;

/** Original place of an inlined Kotlin line, by the workspace's class file, as shrinking removes source maps from the app. */
export async function writtenPlace({ class: className, line }: SourcePlace): Promise<SourcePlace | undefined> {
  const path = classFilePath(className);
  if (path === undefined) return undefined;
  const search = { glob: `${CLASS_FOLDERS}${path}`, exclude: NOT_CLASSES, most: MOST_VARIANTS };
  // Lists have sources only.
  const files = await findFiles({ ...search, isWanted: () => false });
  for (const file of await newestFirst(files)) {
    const source = new SourceMap(await sourceMapOf(file)).source(line);
    if (source !== undefined) return { class: source.class || className, file: source.sourceFile, line: source.line };
  }
  return undefined;
}

/** '' for a missing or damaged map; another variant's may be sound. */
async function sourceMapOf(file: vscode.Uri): Promise<string> {
  const bytes = await vscode.workspace.fs.readFile(file);
  try {
    return readClassSources(bytes, file.fsPath).sourceMap;
  } catch (error) {
    if (!(error instanceof SymbolError)) throw error;
    return '';
  }
}

/** The variant built last most likely ran. */
async function newestFirst(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const found = await Promise.all(files.map(async (file) => ({ file, stat: await vscode.workspace.fs.stat(file) })));
  return found
    .filter(({ stat }) => stat.size <= MOST_CLASS_BYTES)
    .sort((a, b) => b.stat.mtime - a.stat.mtime)
    .map(({ file }) => file);
}
