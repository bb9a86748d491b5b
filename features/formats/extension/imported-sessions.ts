import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { LaglensError } from '../../../core/errors.ts';
import { withNotification } from '../../../extension/surface/progress.ts';
import type { Conversion, OfferedEntries } from './conversion.ts';
import { type ConversionTask, convertElsewhere } from './import-thread.ts';
import { ImportedFile } from './imported-file.ts';

/** The newest conversions are kept for the next opening. */
const MOST_KEPT = 20;
const ENDING = '.laglens';

/** Sessions made of other tools' profiles, in a folder of the extension's storage. */
export class ImportedSessions {
  readonly #folder: string;
  readonly #convert: typeof convertElsewhere;
  /** Keyed by the session's path. */
  readonly #running = new Map<string, Promise<Conversion>>();

  constructor(folder: string, convert = convertElsewhere) {
    this.#folder = folder;
    this.#convert = convert;
  }

  /** For an editor of the file. */
  fileOf(uri: vscode.Uri): ImportedFile {
    return new ImportedFile(uri, (...given) => this.sessionOf(...given));
  }

  /**
   * The session of a file or an entry of it, converted in a thread unless that was done before; the file itself if it is a session; the
   * list of several entries.
   * @throws LaglensError if it cannot be read
   */
  async sessionOf(uri: vscode.Uri, entry?: string): Promise<vscode.Uri | OfferedEntries> {
    const output = await this.#pathFor(uri, entry);
    if (await isThere(output)) return vscode.Uri.file(output);
    const found = await (this.#running.get(output) ?? this.#start({ path: uri.fsPath, entry, output }));
    if (typeof found !== 'string') return found;
    return found === 'written' ? vscode.Uri.file(output) : uri;
  }

  async #start(task: ConversionTask): Promise<Conversion> {
    const title = vscode.l10n.t('Laglens: converting {0}', basename(task.entry ?? task.path));
    const running = withNotification(title, async (signal, step) => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#tidy();
      return this.#convert(task, signal, (percent) => step(`${percent} %`));
    });
    this.#running.set(task.output, running);
    try {
      return await running;
    } finally {
      this.#running.delete(task.output);
    }
  }

  /** Another state of the file has another name, as has each entry. */
  async #pathFor(uri: vscode.Uri, entry: string | undefined): Promise<string> {
    const found = uri.scheme === 'file' ? await stat(uri.fsPath).catch(() => undefined) : undefined;
    if (found === undefined) {
      throw new LaglensError({
        code: 'session-not-found',
        message: vscode.l10n.t('The file cannot be read on this computer: {0}', uri.fsPath),
        next: vscode.l10n.t('Copy it into a folder of this computer, and open it there.'),
      });
    }
    const state = `${uri.fsPath}\n${found.size}\n${found.mtimeMs}${entry === undefined ? '' : `\n${entry}`}`;
    return join(this.#folder, `${createHash('sha256').update(state).digest('hex').slice(0, 32)}${ENDING}`);
  }

  async #tidy(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(ENDING));
    const known = await Promise.all(
      names.map(async (name) => ({ path: join(this.#folder, name), ms: (await stat(join(this.#folder, name))).mtimeMs })),
    );
    known.sort((a, b) => b.ms - a.ms);
    for (const { path } of known.slice(MOST_KEPT - 1)) await rm(path, { force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
