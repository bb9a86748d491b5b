import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';

const KEY = 'laglens.shareFolder';

/** Folder for shared files: the last chosen one, else the downloads; not the workspace, where the file would be committed. */
export class TargetFolder {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #home: string;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>, home = homedir()) {
    this.#memory = memory;
    this.#home = home;
  }

  async suggestion(file: string): Promise<vscode.Uri> {
    const last: unknown = this.#memory.get(KEY);
    const folders = [...(typeof last === 'string' ? [last] : []), join(this.#home, 'Downloads')];
    for (const folder of folders) if (await isFolder(folder)) return vscode.Uri.file(join(folder, file));
    return vscode.Uri.file(join(this.#home, file));
  }

  async remember(target: vscode.Uri): Promise<void> {
    if (target.scheme === 'file') await this.#memory.update(KEY, dirname(target.fsPath));
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
