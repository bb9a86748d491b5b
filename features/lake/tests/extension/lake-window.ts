import { stat } from 'node:fs/promises';
import { EventEmitter, takeForVsCode, Uri } from '../../../../tests/extension/vscode-values.ts';

export { EventEmitter, Uri } from '../../../../tests/extension/vscode-values.ts';

/** Later imports take this file for `vscode`: a window in which somebody compares versions. */
export function useLakeWindow(): void {
  takeForVsCode(import.meta.url);
}

interface Row {
  readonly label: string;
  readonly description?: string;
}

/** The person's choices. */
export const person = {
  workspace: '',
  /** Rows of the pickers that come, by their place; none left closes the picker. */
  picks: [] as number[],
  /** Presses the button of questions. */
  agrees: false,
  /** Ends the terminal with this code; undefined closes it. The command has run by then. */
  installs: async (_command: string, _args: readonly string[]): Promise<number | undefined> => 0,
};

/** Since the test's begin. */
export const seen = {
  questions: [''],
  rows: [] as readonly Row[],
  informed: [] as readonly string[],
  reveals: '',
  commands: [] as readonly (readonly string[])[],
};

export function forget(): void {
  Object.assign(seen, { questions: [], rows: [], informed: [], reveals: '', commands: [] });
}

async function ask(text: string, options: unknown, ...buttons: readonly unknown[]): Promise<unknown> {
  const detail = typeof options === 'object' && options !== null && 'detail' in options ? `\n${String(options.detail)}` : '';
  seen.questions.push(`${text}${detail}`);
  return person.agrees ? buttons[0] : undefined;
}

export const window = {
  showWarningMessage: ask,
  showOpenDialog: async () => undefined,
  showQuickPick: async (rows: readonly Row[]) => {
    seen.rows = rows;
    const pick = person.picks.shift();
    return pick === undefined ? undefined : rows[pick];
  },
  showInformationMessage: async (text: string) => {
    seen.informed = [...seen.informed, text];
  },
  withProgress: async (_options: unknown, work: (progress: unknown, token: unknown) => unknown) =>
    work({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
};

const ended = new EventEmitter<{ readonly execution: { readonly task: Task }; readonly exitCode: number | undefined }>();

export const tasks = {
  onDidEndTaskProcess: ended.event,
  executeTask: async (task: Task) => {
    const { command, args } = task.execution;
    seen.reveals = task.presentationOptions?.reveal === TaskRevealKind.Silent ? 'only failures' : 'always';
    seen.commands = [...seen.commands, [command, ...args]];
    ended.fire({ execution: { task }, exitCode: await person.installs(command, args) });
    return { terminate: () => undefined };
  },
};

export const workspace = {
  get workspaceFolders() {
    return [{ uri: Uri.file(person.workspace) }];
  },
  findFiles: async () => [],
  asRelativePath: (path: string) => path,
  fs: { stat: async (uri: Uri) => stat(uri.path) },
};

export class ShellExecution {
  readonly command: string;
  readonly args: readonly string[];

  constructor(command: string, args: readonly string[]) {
    this.command = command;
    this.args = args;
  }
}

export class Task {
  readonly name: string;
  readonly execution: ShellExecution;
  presentationOptions: { readonly reveal?: number } | undefined;

  constructor(_definition: unknown, _scope: unknown, name: string, _source: string, execution: ShellExecution) {
    this.name = name;
    this.execution = execution;
  }
}

export const TaskScope = { Workspace: 2 };
export const TaskRevealKind = { Always: 1, Silent: 2, Never: 3 };
export const ProgressLocation = { Notification: 15 };
export const l10n = { t: (text: string, ...given: readonly string[]) => text.replace(/\{(\d)\}/g, (_, at) => String(given[Number(at)])) };
