import * as vscode from 'vscode';
import type { Baseline } from '../../../core/analysis/lags/groups/baseline.ts';
import { explain } from '../../../core/errors.ts';
import { parseBaseline } from '../../../protocol/parse-baseline.ts';
import type { Log } from '../../surface/log.ts';
import { setContext } from '../../surface/vscode/context.ts';

const FILE = 'baseline.json';

/** Keeps the baseline in the extension's storage. */
export class BaselineStore {
  readonly #folder: vscode.Uri;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #known: Promise<Baseline | undefined> | undefined;

  constructor(folder: vscode.Uri, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  get(): Promise<Baseline | undefined> {
    this.#known ??= this.#read().then(async (baseline) => {
      await updateContext(baseline);
      return baseline;
    });
    return this.#known;
  }

  /** Replaces the baseline. @throws Error if it cannot be written */
  async set(baseline: Baseline): Promise<void> {
    await vscode.workspace.fs.createDirectory(this.#folder);
    // A concurrent reader sees the old file or the new one.
    const fresh = vscode.Uri.joinPath(this.#folder, `${FILE}.new`);
    await vscode.workspace.fs.writeFile(fresh, new TextEncoder().encode(JSON.stringify(baseline)));
    await vscode.workspace.fs.rename(fresh, this.#uri, { overwrite: true });
    await this.#take(baseline);
  }

  async clear(): Promise<void> {
    if ((await this.get()) === undefined) return;
    await vscode.workspace.fs.delete(this.#uri);
    await this.#take(undefined);
  }

  get #uri(): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, FILE);
  }

  async #take(baseline: Baseline | undefined): Promise<void> {
    this.#known = Promise.resolve(baseline);
    await updateContext(baseline);
    this.#changed.fire();
  }

  async #read(): Promise<Baseline | undefined> {
    const bytes = await readIfThere(this.#uri);
    if (bytes === undefined) return undefined;
    try {
      const baseline = parseBaseline(JSON.parse(new TextDecoder().decode(bytes)));
      if (baseline === undefined) this.#log.warn('This version does not know the stored baseline; it is not used.');
      return baseline;
    } catch (error) {
      this.#log.warn(`The stored baseline cannot be read; it is not used: ${explain(error)}`);
      return undefined;
    }
  }
}

async function readIfThere(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

async function updateContext(baseline: Baseline | undefined): Promise<void> {
  await setContext('hasBaseline', baseline !== undefined);
}
