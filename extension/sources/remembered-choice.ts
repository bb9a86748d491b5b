import * as vscode from 'vscode';
import { pickOne } from '../surface/pickers.ts';

const REMEMBERED = 'laglens.sources';

interface Candidate {
  readonly uri: vscode.Uri;
  readonly label: string;
  readonly description: string;
}

/** Asks once per question which source is meant, and stores the answer in the workspace. */
export class RememberedChoice {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** The stored choice, if any. */
  chosen(key: string): string | undefined {
    return this.#memory.get<Record<string, string>>(REMEMBERED, {})[key];
  }

  async choose(key: string, name: string, candidates: readonly Candidate[]): Promise<vscode.Uri | undefined> {
    const [only, ...others] = candidates;
    if (others.length === 0) return only?.uri;
    const remembered = this.#memory.get<Record<string, string>>(REMEMBERED, {});
    const known = candidates.find(({ uri }) => uri.toString() === remembered[key]);
    if (known !== undefined) return known.uri;
    const picked = await pickOne(candidates, {
      title: vscode.l10n.t('Which {0} belongs to this app?', name),
      placeHolder: vscode.l10n.t('The answer is remembered for this workspace'),
      matchOnDescription: true,
    });
    if (picked === undefined) return undefined;
    await this.#memory.update(REMEMBERED, { ...remembered, [key]: picked.uri.toString() });
    return picked.uri;
  }
}

export function fileCandidates(uris: readonly vscode.Uri[]): readonly Candidate[] {
  return uris.map((uri) => ({
    uri,
    label: uri.path.slice(uri.path.lastIndexOf('/') + 1),
    description: vscode.workspace.asRelativePath(uri),
  }));
}
