import { takeForVsCode } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window that notes every shown text. */
export function useSpokenWindow(): void {
  takeForVsCode(import.meta.url);
}

/** Shown texts, by the call that showed them. */
export const shown: { readonly by: string; readonly text: string }[] = [];

function note(by: string, ...given: readonly unknown[]): void {
  const left: { readonly by: string; readonly value: unknown }[] = given.map((value) => ({ by, value }));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next.value === 'string') shown.push({ by: next.by, text: next.value });
    else if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, value] of Object.entries(next.value)) if (!PAYLOAD.has(key)) left.push({ by: `${next?.by}.${key}`, value });
    }
  }
}

/** Data beside the texts, which VS Code does not show. */
const PAYLOAD = new Set(['payload', 'icon', 'command', 'id', 'filters']);

type Chosen = (...given: readonly unknown[]) => Promise<unknown>;

const message =
  (by: string): Chosen =>
  async (...given) => {
    // The caller's own name of a button comes back unshown.
    note(by, ...given.map((each) => (isButton(each) ? each.title : each)));
    return given.at(-1);
  };

function isButton(value: unknown): value is { readonly title: string; readonly label: string } {
  return typeof value === 'object' && value !== null && 'title' in value && 'label' in value;
}

const noting = (by: string): object =>
  new Proxy(
    { selectedItems: [], activeItems: [], onDidChangeActive: () => undefined, show: () => undefined, dispose: () => undefined },
    {
      set: (_, key, value) => {
        note(`${by}.${String(key)}`, value);
        return true;
      },
    },
  );

const channel = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [level, (text: string) => note(`log.${level}`, text)]),
);

export const window = {
  showInformationMessage: message('information'),
  showWarningMessage: message('warning'),
  showErrorMessage: message('error'),
  showQuickPick: async (rows: readonly unknown[], options: unknown) => {
    note('pick', rows, options);
    return rows[0];
  },
  createQuickPick: () => noting('quickPick'),
  showInputBox: async (options: unknown) => note('input', options),
  showOpenDialog: async (options: unknown) => note('open', options),
  showSaveDialog: async (options: unknown) => note('save', options),
  setStatusBarMessage: (text: string) => note('status', text),
  createStatusBarItem: () => noting('statusItem'),
  withProgress: (options: unknown, work: (progress: unknown, token: unknown) => unknown) => {
    note('progress', options);
    const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    return work({ report: (step: unknown) => note('step', step) }, token);
  },
  createOutputChannel: () => channel,
  createTreeView: (_id: string, { treeDataProvider }: { readonly treeDataProvider: RowProvider }) => {
    const show = async (): Promise<void> => {
      for (const row of await treeDataProvider.getChildren()) note('row', treeDataProvider.getTreeItem(row));
    };
    trees.push(show());
    return noting('tree');
  },
  createWebviewPanel: (_type: string, title: string) => note('panel', title),
};

interface RowProvider {
  getChildren(): Promise<readonly unknown[]>;
  getTreeItem(row: unknown): unknown;
}

/** Settled when all rows of a view are shown. */
export const trees: Promise<void>[] = [];

export class TreeItem {
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }
}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export class EventEmitter {}
export class Range {}
export class CodeLens {
  constructor(_range: unknown, { title }: { readonly title: string }) {
    note('lens', title);
  }
}
export class MarkdownString {
  constructor(text: string) {
    note('hover', text);
  }
}
export class Hover {}
export const ProgressLocation = { Notification: 15, Window: 10 };
export const StatusBarAlignment = { Left: 1 };
