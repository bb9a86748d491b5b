import * as vscode from 'vscode';
import { editorLine } from '../../core/text/editor-text.ts';
import { ChangingRows } from './changing-rows.ts';

/** A picker row; extra properties come back with the choice. */
export interface PickerRow extends Omit<vscode.QuickPickItem, 'iconPath'> {
  /** VS Code icon before the label. */
  readonly icon?: string;
}

export type PickerOptions = Omit<vscode.QuickPickOptions, 'canPickMany' | 'onDidSelectItem'>;

/** Asks for one row; undefined if cancelled. */
export async function pickOne<Row extends PickerRow>(rows: readonly Row[], options: PickerOptions): Promise<Row | undefined> {
  return vscode.window.showQuickPick(rows.map(safeRow), safeOptions(options));
}

/** Asks for any rows; undefined if cancelled. */
export async function pickSeveral<Row extends PickerRow>(
  rows: readonly Row[],
  options: PickerOptions,
): Promise<readonly Row[] | undefined> {
  return vscode.window.showQuickPick(rows.map(safeRow), { ...safeOptions(options), canPickMany: true });
}

/** A picker whose rows change while it is open. */
export class LivePicker<Row extends PickerRow> {
  readonly #pick = vscode.window.createQuickPick<Row>();
  readonly #rows: ChangingRows<Row>;

  /** @param key differs for rows that mean different things */
  constructor(title: string, placeholder: string, key: (row: Row) => string | undefined) {
    this.#rows = new ChangingRows((row) => key(row) ?? row.label);
    this.#pick.title = editorLine(title);
    this.placeholder = placeholder;
    this.#pick.matchOnDescription = true;
    this.#pick.ignoreFocusOut = true;
  }

  get control(): Omit<vscode.QuickPick<Row>, 'items' | 'title' | 'placeholder' | 'activeItems' | 'selectedItems'> {
    return this.#pick;
  }

  set placeholder(text: string) {
    this.#pick.placeholder = editorLine(text);
  }

  get active(): Row | undefined {
    return this.#pick.activeItems[0];
  }

  /** Undefined also for a choice that a change of the rows made uncertain; the picker stays open then. */
  get chosen(): Row | undefined {
    const row = this.#rows.meant(this.#pick.selectedItems[0], Date.now());
    return row?.kind === vscode.QuickPickItemKind.Separator ? undefined : row;
  }

  /**
   * Replaces the rows, keeping the scroll position.
   * @param isActive finds the active row
   */
  show(rows: readonly Row[], isActive: (row: Row) => boolean = () => false): void {
    const safe = rows.map(safeRow);
    this.#rows.replace(safe, Date.now());
    this.#pick.keepScrollPosition = true;
    this.#pick.items = safe;
    const active = safe.find(isActive);
    if (active !== undefined) this.#pick.activeItems = [active];
  }
}

export async function askForText(title: string, prompt: string, value: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: editorLine(title),
    prompt: editorLine(prompt),
    value: editorLine(value),
    ignoreFocusOut: true,
  });
}

function safeRow<Row extends PickerRow>(row: Row): Row {
  const label = editorLine(row.label);
  return {
    ...row,
    label: row.icon === undefined ? label : `$(${row.icon}) ${label}`,
    ...(row.description === undefined ? {} : { description: editorLine(row.description) }),
    ...(row.detail === undefined ? {} : { detail: editorLine(row.detail) }),
  };
}

function safeOptions({ title, placeHolder, ...others }: PickerOptions): PickerOptions {
  return {
    ...others,
    ...(title === undefined ? {} : { title: editorLine(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: editorLine(placeHolder) }),
  };
}
