import * as vscode from 'vscode';
import { background, guarded } from '../../../core/guarded.ts';
import { type DoneStep, doneKey, doneSteps } from '../../contributions/context-keys.ts';
import { setContext } from '../../surface/vscode/context.ts';

const MEMORY_KEY = 'doneSteps';

/**
 * Ticks steps of the walkthrough that were done in any way and window, also before it was opened.
 * VS Code ticks a step when its context key becomes true; a key that was true before the walkthrough was opened never ticks it.
 * So the keys are true for a moment only, whenever the walkthrough gets a tab.
 */
export class DoneSteps implements vscode.Disposable {
  readonly #memory: vscode.Memento;
  readonly #report: (error: unknown) => void;
  readonly #watch: vscode.Disposable;

  /** @param memory lasts beyond the workspace */
  constructor(memory: vscode.Memento, report: (error: unknown) => void) {
    this.#memory = memory;
    this.#report = report;
    this.#watch = vscode.window.tabGroups.onDidChangeTabs(guarded(({ opened, changed }) => this.#tickIn([...opened, ...changed]), report));
    this.#tickIn(vscode.window.tabGroups.all.flatMap((group) => group.tabs));
  }

  /** Remembers a step, and ticks it if the walkthrough can be open. */
  done(step: DoneStep): void {
    const kept = this.#kept;
    if (!kept.includes(step)) background(Promise.resolve(this.#memory.update(MEMORY_KEY, [...kept, step])), this.#report);
    this.#tickIn(vscode.window.tabGroups.all.flatMap((group) => group.tabs));
  }

  dispose(): void {
    this.#watch.dispose();
  }

  get #kept(): readonly DoneStep[] {
    const kept: unknown = this.#memory.get(MEMORY_KEY);
    return doneSteps.filter((step) => Array.isArray(kept) && kept.includes(step));
  }

  /** The walkthrough's tab has no input that extensions can read, and no title of its own. Other such tabs do no harm. */
  #tickIn(tabs: readonly vscode.Tab[]): void {
    if (tabs.some(({ input }) => input === undefined)) background(this.#tick(), this.#report);
  }

  async #tick(): Promise<void> {
    for (const step of this.#kept) {
      await setContext(doneKey(step), true);
      await setContext(doneKey(step), false);
    }
  }
}
