import * as vscode from 'vscode';
import type { Frame } from '../../core/analysis/frames/frame.ts';
import type { SourceFinder } from '../sources/source-finder.ts';
import { isQuotable } from './quotable.ts';

/** Lines of the developer's own sources for others to read, each file looked for once. */
export class SourceLines {
  readonly #finder: SourceFinder;
  readonly #files = new Map<string, Promise<readonly string[]>>();

  constructor(finder: SourceFinder) {
    this.#finder = finder;
  }

  /** The line of a frame as it is written; undefined when its source is not here, or has no such line. */
  async of({ class: className, inlined, sourceFile, sourcePath, line }: Frame): Promise<string | undefined> {
    if (sourceFile === '' || line === 0) return undefined;
    const place = { class: inlined?.class || className, file: sourceFile, line, ...(sourcePath === '' ? {} : { path: sourcePath }) };
    const key = `${place.class} ${sourcePath || sourceFile}`;
    const known = this.#files.get(key) ?? this.#read(place);
    this.#files.set(key, known);
    return (await known)[line - 1];
  }

  async #read(place: {
    readonly class: string;
    readonly file: string;
    readonly line: number;
    readonly path?: string;
  }): Promise<readonly string[]> {
    const uri = await this.#finder.findListed(place);
    if (uri === undefined || !(await isQuotable(uri))) return [];
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)).split(/\r?\n/);
    } catch {
      // A file that went away meanwhile has no lines to show.
      return [];
    }
  }
}
