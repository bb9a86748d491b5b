import type * as vscode from 'vscode';
import { background } from '../../../core/guarded.ts';
import { sampleUri } from './sample-files.ts';

const MEMORY_KEY = 'sampleHints';

/** Counts the sample's followed hints, in all windows. */
export class SampleHints {
  readonly #memory: vscode.Memento;
  readonly #report: (error: unknown) => void;

  /** @param memory lasts beyond the workspace */
  constructor(memory: vscode.Memento, report: (error: unknown) => void) {
    this.#memory = memory;
    this.#report = report;
  }

  /** Hints that a page of this session leaves out; undefined for other sessions, which have no hints. */
  followed(session: vscode.Uri | undefined): number | undefined {
    if (session?.toString() !== sampleUri().toString()) return undefined;
    const kept: unknown = this.#memory.get(MEMORY_KEY);
    return typeof kept === 'number' ? kept : 0;
  }

  keep(followed: number): void {
    const kept = this.followed(sampleUri()) ?? 0;
    if (followed > kept) background(Promise.resolve(this.#memory.update(MEMORY_KEY, followed)), this.#report);
  }
}
