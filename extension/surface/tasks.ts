import * as vscode from 'vscode';
import { messageOf } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import { editorLine } from '../../core/text/editor-text.ts';
import { terminalLine } from '../../core/text/terminal-text.ts';
import { localized } from './localized.ts';

/** Work of a task: shows lines in its terminal until it resolves, or the signal ends it. */
export type TaskWork = (definition: vscode.TaskDefinition, show: (line: string) => void, signal: AbortSignal) => Promise<void>;

/** Offers tasks of a type, which people write in tasks.json. */
export function registerTasks(type: string, source: string, work: TaskWork): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(type, {
    provideTasks: () => [],
    resolveTask: ({ definition, name, scope }) => {
      const run = new vscode.CustomExecution(async (resolved) => new TaskTerminal((show, signal) => work(resolved, show, signal)));
      return new vscode.Task(definition, scope ?? vscode.TaskScope.Workspace, name, source, run);
    },
  });
}

/** Runs a command in a terminal that shows itself only on a failure; gives its exit code, undefined if it was ended. */
export async function runHidden(name: string, command: string, args: readonly string[], signal: AbortSignal): Promise<number | undefined> {
  const run = new vscode.ShellExecution(command, [...args]);
  const task = new vscode.Task({ type: 'shell' }, vscode.TaskScope.Workspace, editorLine(name), 'Laglens', run);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent };
  return new Promise((resolve, reject) => {
    const listening = vscode.tasks.onDidEndTaskProcess(
      guarded(({ execution, exitCode }) => {
        if (execution.task.name !== task.name) return;
        listening.dispose();
        resolve(signal.aborted ? undefined : exitCode);
      }, reject),
    );
    const start = async (): Promise<void> => {
      const running = await vscode.tasks.executeTask(task);
      const end = (): void => running.terminate();
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    };
    background(start(), reject);
  });
}

class TaskTerminal implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #ended = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#ended.event;
  readonly #ending = new AbortController();
  readonly #work: (show: (line: string) => void, signal: AbortSignal) => Promise<void>;

  constructor(work: (show: (line: string) => void, signal: AbortSignal) => Promise<void>) {
    this.#work = work;
  }

  open(): void {
    const run = async (): Promise<void> => {
      await this.#work((line) => this.#show(line), this.#ending.signal);
      this.#ended.fire(0);
    };
    background(run(), (error) => {
      this.#show(localized(messageOf(error)));
      this.#ended.fire(1);
    });
  }

  close(): void {
    this.#ending.abort();
  }

  /** A terminal returns its carriage by a sign of its own. */
  #show(line: string): void {
    this.#written.fire(`${terminalLine(line)}\r\n`);
  }
}
