import { stat } from 'node:fs/promises';
import { EventEmitter, takeForVsCode, Uri } from './vscode-values.ts';

export { EventEmitter, Uri } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window in which somebody compares versions by a lake. */
export function useLakeWindow(): void {
  takeForVsCode(import.meta.url);
}

interface Row {
  readonly label: string;
  readonly detail?: string;
}

/** The person's choices. */
export const person = {
  workspace: '',
  /** Of a picker's rows: the end of its label. */
  chooses: '',
  /** Presses the button of questions. */
  agrees: false,
  /** Ends the terminal with this code; undefined closes it. The command has run by then. */
  installs: async (_command: string, _args: readonly string[]): Promise<number | undefined> => 0,
};

/** Since the test's begin. */
export const seen = {
  questions: [''],
  rows: [] as readonly Row[],
  placeHolder: '',
  typed: [] as readonly (readonly [string, boolean])[],
  commands: [] as readonly (readonly string[])[],
  copied: '',
};

export function forget(): void {
  Object.assign(seen, { questions: [], rows: [], placeHolder: '', typed: [], commands: [], copied: '' });
}

async function ask(text: string, options: unknown, ...buttons: readonly unknown[]): Promise<unknown> {
  const detail = typeof options === 'object' && options !== null && 'detail' in options ? `\n${String(options.detail)}` : '';
  seen.questions.push(`${text}${detail}`);
  return person.agrees ? buttons[0] : undefined;
}

export const window = {
  showWarningMessage: ask,
  showOpenDialog: async () => undefined,
  showQuickPick: async (rows: readonly Row[], { placeHolder }: { readonly placeHolder: string }) => {
    Object.assign(seen, { rows, placeHolder });
    return person.chooses === '' ? undefined : rows.find(({ label }) => label.endsWith(person.chooses));
  },
  createTerminal: () => ({
    show: () => undefined,
    sendText: (text: string, isRun: boolean) => {
      seen.typed = [...seen.typed, [text, isRun]];
    },
  }),
  setStatusBarMessage: () => ({ dispose: () => undefined }),
};

const ended = new EventEmitter<{ readonly execution: { readonly task: Task }; readonly exitCode: number | undefined }>();

export const tasks = {
  onDidEndTaskProcess: ended.event,
  executeTask: async (task: Task) => {
    const { command, args } = task.execution;
    seen.commands = [...seen.commands, [command, ...args]];
    ended.fire({ execution: { task }, exitCode: await person.installs(command, args) });
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

export const env = {
  clipboard: {
    writeText: async (text: string) => {
      seen.copied = text;
    },
  },
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

  constructor(_definition: unknown, _scope: unknown, name: string, _source: string, execution: ShellExecution) {
    this.name = name;
    this.execution = execution;
  }
}

export const TaskScope = { Workspace: 2 };
export const l10n = { t: (text: string, ...given: readonly string[]) => text.replace(/\{(\d)\}/g, (_, at) => String(given[Number(at)])) };
