import { EventEmitter, takeForVsCode } from './vscode-values.ts';

export { EventEmitter, Uri } from './vscode-values.ts';

/** Later imports take this file for `vscode`: a window in which Enter is pressed in a picker. */
export function usePickWindow(): void {
  takeForVsCode(import.meta.url);
}

interface ShownRow {
  readonly label: string;
}

/** The rows of the picker shown last. */
export const rows: ShownRow[] = [];

class QuickPick {
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeActive = new EventEmitter<never>().event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerItemButton = new EventEmitter<never>().event;
  activeItems: readonly ShownRow[] = [];

  set items(items: readonly ShownRow[]) {
    rows.splice(0, rows.length, ...items);
    // As VS Code does.
    this.activeItems = items.slice(0, 1);
  }

  get selectedItems(): readonly ShownRow[] {
    return this.activeItems;
  }

  show(): void {
    this.#accepted.fire();
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    this.#accepted.dispose();
  }
}

/** Notifications: each message and its buttons. */
export const notifications: (readonly unknown[])[] = [];

export const window = {
  createQuickPick: () => new QuickPick(),
  showInformationMessage: async (...given: readonly unknown[]) => void notifications.push(given),
};
export const QuickPickItemKind = { Separator: -1 };
export class ThemeIcon {}
export const env = { language: 'en' };
export const l10n = {
  t: (text: string, ...values: readonly unknown[]) => text.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};
