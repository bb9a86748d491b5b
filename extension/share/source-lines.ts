import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Frame } from '../../core/analysis/frames/frame.ts';
import { isWithin } from '../../host/share/view-link.ts';
import type { SourceFinder } from '../sources/source-finder.ts';

/** Source files; settings, keys and notes have other endings. */
const SOURCE = /\.(?:java|kt|groovy|scala|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|hxx|inl|ipp|rs|go|dart|cs|[jt]sx?)$/i;

/** Lines of the user's own sources, each file searched once. */
export class SourceLines {
  readonly #finder: SourceFinder;
  readonly #files = new Map<string, Promise<readonly string[]>>();

  constructor(finder: SourceFinder) {
    this.#finder = finder;
  }

  /** A frame's source line, undefined if not found. */
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
      // A file removed meanwhile has no lines.
      return [];
    }
  }
}

/** Only lines of a source in the workspace may be shared, no link out of it. */
async function isQuotable(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined || !SOURCE.test(uri.path)) return false;
  // Other file systems have no links to local files.
  if (uri.scheme !== 'file') return true;
  const [file, within] = await Promise.all([uri, folder].map(({ fsPath }) => realpath(fsPath).catch(() => undefined)));
  return file !== undefined && within !== undefined && SOURCE.test(file) && isWithin(file, [within]);
}
