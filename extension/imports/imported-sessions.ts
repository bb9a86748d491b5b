import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { withNotification } from '../surface/progress.ts';
import { convertElsewhere } from './import-thread.ts';

/** The newest conversions are kept for the next opening. */
const MOST_KEPT = 20;
const ENDING = '.laglens';

/** Sessions made of other tools' profiles, in a folder of the extension's storage. */
export class ImportedSessions {
  readonly #folder: string;
  readonly #convert: typeof convertElsewhere;
  /** By the session's path. */
  readonly #running = new Map<string, Promise<boolean>>();

  constructor(folder: string, convert = convertElsewhere) {
    this.#folder = folder;
    this.#convert = convert;
  }

  /**
   * The session of a file, converted in a thread unless that was done before; the file itself if it is a session.
   * @throws LaglensError if it cannot be read
   */
  async sessionOf(uri: vscode.Uri): Promise<vscode.Uri> {
    const output = await this.#pathFor(uri);
    if (await isThere(output)) return vscode.Uri.file(output);
    const running = this.#running.get(output) ?? this.#start(uri.fsPath, output);
    return (await running) ? vscode.Uri.file(output) : uri;
  }

  async #start(path: string, output: string): Promise<boolean> {
    const title = vscode.l10n.t('Laglens: converting {0}', basename(path));
    const running = withNotification(title, async (signal) => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await this.#tidy();
      return this.#convert(path, output, signal);
    });
    this.#running.set(output, running);
    try {
      return await running;
    } finally {
      this.#running.delete(output);
    }
  }

  /** Another state of the file has another name. */
  async #pathFor(uri: vscode.Uri): Promise<string> {
    const found = uri.scheme === 'file' ? await stat(uri.fsPath).catch(() => undefined) : undefined;
    if (found === undefined) {
      throw new LaglensError({
        code: 'session-not-found',
        message: vscode.l10n.t('The file cannot be read on this computer: {0}', uri.fsPath),
        next: vscode.l10n.t('Copy it into a folder of this computer, and open it there.'),
      });
    }
    const state = `${uri.fsPath}\n${found.size}\n${found.mtimeMs}`;
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
