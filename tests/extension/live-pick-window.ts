import { Disposable, EventEmitter, takeForVsCode } from './vscode-values.ts';

export { Disposable, EventEmitter, Uri } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window with one picker, in which a person moves and presses keys. */
export function useLivePickWindow(): void {
  takeForVsCode(import.meta.url);
}

interface ShownRow {
  readonly label: string;
  readonly kind?: number;
}

const SEPARATOR = -1;

class QuickPick {
  readonly accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly #button = new EventEmitter<void>();
  readonly #active = new EventEmitter<readonly ShownRow[]>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidChangeActive = this.#active.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#button.event;
  readonly onDidTriggerItemButton = new EventEmitter<never>().event;
  value = '';
  activeItems: readonly ShownRow[] = [];
  #items: readonly ShownRow[] = [];

  get items(): readonly ShownRow[] {
    return this.#items;
  }

  set items(items: readonly ShownRow[]) {
    this.#items = items;
    // As VS Code does.
    this.activeItems = items.filter(({ kind }) => kind !== SEPARATOR).slice(0, 1);
  }

  get selectedItems(): readonly ShownRow[] {
    return this.activeItems;
  }

  /** As VS Code reports when it shows the rows. */
  showsRows(): void {
    this.#active.fire(this.activeItems);
  }

  /** As arrow keys do. */
  moveTo(label: string): void {
    this.activeItems = this.#items.filter((row) => row.label.includes(label)).slice(0, 1);
  }

  get activeLabel(): string | undefined {
    return this.activeItems[0]?.label;
  }

  show(): void {}

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    this.accepted.dispose();
    this.#active.dispose();
  }
}

/** The picker created last. */
export let picker = new QuickPick();

/** What a person types into boxes that ask, in turn; without more, Escape. */
export const typed: string[] = [];
/** What the boxes said: prompts, and why a text was not taken. */
export const prompts: string[] = [];

interface InputBox {
  readonly prompt: string;
  validateInput(text: string): string | undefined;
}

export const window = {
  createQuickPick: (): QuickPick => {
    picker = new QuickPick();
    return picker;
  },
  /** As in VS Code, Enter waits for a text that is taken. */
  showInputBox: async ({ prompt, validateInput }: InputBox): Promise<string | undefined> => {
    prompts.push(prompt);
    for (let text = typed.shift(); text !== undefined; text = typed.shift()) {
      const problem = validateInput(text);
      if (problem === undefined) return text;
      prompts.push(problem);
    }
    return undefined;
  },
  withProgress: (
    _options: unknown,
    work: (progress: unknown, token: { onCancellationRequested(): Disposable }) => Promise<unknown>,
  ): Promise<unknown> => work({ report: () => undefined }, { onCancellationRequested: () => new Disposable(() => undefined) }),
};
export const ProgressLocation = { Notification: 15 };
export const QuickPickItemKind = { Separator: SEPARATOR };
export class ThemeIcon {}
export const QuickInputButtons = { Back: {} };
export const l10n = {
  t: (text: string, ...values: readonly unknown[]) => text.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};
export const env = { language: 'en' };
