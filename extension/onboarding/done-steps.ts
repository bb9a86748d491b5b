import type * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import { type DoneStep, doneKey, doneSteps } from '../contributions/context-keys.ts';
import { setContext } from '../vscode/context.ts';

const MEMORY_KEY = 'doneSteps';

/**
 * Steps of the walkthrough that were done, by whatever way and in any window. The walkthrough reads them as context keys: VS Code's own
 * event of a command is lost unless the walkthrough was open at that time.
 */
export class DoneSteps {
  readonly #memory: vscode.Memento;
  readonly #report: (error: unknown) => void;

  /** @param memory lasts beyond the workspace */
  constructor(memory: vscode.Memento, report: (error: unknown) => void) {
    this.#memory = memory;
    this.#report = report;
    for (const step of this.#kept) this.#show(step);
  }

  /** Ticks a step now and in every window that opens later. */
  done(step: DoneStep): void {
    const kept = this.#kept;
    if (kept.includes(step)) return;
    this.#show(step);
    background(Promise.resolve(this.#memory.update(MEMORY_KEY, [...kept, step])), this.#report);
  }

  get #kept(): readonly DoneStep[] {
    const kept: unknown = this.#memory.get(MEMORY_KEY);
    return doneSteps.filter((step) => Array.isArray(kept) && kept.includes(step));
  }

  #show(step: DoneStep): void {
    background(Promise.resolve(setContext(doneKey(step), true)), this.#report);
  }
}
