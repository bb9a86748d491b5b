import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import { editorLine } from '../../core/text/editor-text.ts';
import { ActiveRow } from './active-row.ts';
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

export interface LivePickerOptions<Row> {
  readonly title: string;
  readonly placeholder: string;
  /** Differs for rows that mean different things; undefined for rows that are never active by themselves, such as headings. */
  key(row: Row): string | undefined;
  /** The first row is active until a person moves: rows arrive one by one, the best perhaps late. Else the active row stays active. */
  readonly firstIsActive: boolean;
  /** Receives errors of the picker's own callbacks. */
  failed(error: unknown): void;
}

/** A picker whose rows change while it is open. */
export class LivePicker<Row extends PickerRow> {
  readonly #pick = vscode.window.createQuickPick<Row>();
  readonly #key: (row: Row) => string | undefined;
  readonly #rows: ChangingRows<Row>;
  readonly #offered: ActiveRow | undefined;

  constructor({ title, placeholder, key, firstIsActive, failed }: LivePickerOptions<Row>) {
    this.#key = key;
    this.#rows = new ChangingRows((row) => key(row) ?? row.label);
    this.#offered = firstIsActive ? new ActiveRow() : undefined;
    this.#pick.title = editorLine(title);
    this.placeholder = placeholder;
    this.#pick.matchOnDescription = true;
    this.#pick.ignoreFocusOut = true;
    this.#pick.onDidChangeActive(guarded((rows) => this.#rows.shown(rows), failed));
  }

  get control(): Omit<vscode.QuickPick<Row>, 'items' | 'title' | 'placeholder' | 'activeItems' | 'selectedItems'> {
    return this.#pick;
  }

  set placeholder(text: string) {
    this.#pick.placeholder = editorLine(text);
  }

  /** Undefined also for a choice made in a window that may still show former rows; the picker stays open then. */
  get chosen(): Row | undefined {
    const row = this.#rows.meant(this.#pick.selectedItems[0], Date.now());
    return row?.kind === vscode.QuickPickItemKind.Separator ? undefined : row;
  }

  /** Replaces the rows, keeping the scroll position. */
  show(rows: readonly Row[]): void {
    const safe = rows.map(safeRow);
    const active = this.#nextActive(safe);
    this.#rows.replace(safe, Date.now());
    this.#pick.keepScrollPosition = true;
    this.#pick.items = safe;
    const row = safe.find((each) => active !== undefined && this.#key(each) === active);
    if (row !== undefined) this.#pick.activeItems = [row];
  }

  #nextActive(rows: readonly Row[]): string | undefined {
    const [row] = this.#pick.activeItems;
    const before = row && this.#key(row);
    if (this.#offered === undefined || this.#pick.value !== '') return before;
    const first = rows.map(this.#key).find((key) => key !== undefined);
    return this.#offered.next(before, first, Date.now());
  }
}

/** @param problem why a text is not taken, if so */
export async function askForText(
  title: string,
  prompt: string,
  value: string,
  problem: (text: string) => string | undefined = () => undefined,
): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: editorLine(title),
    prompt: editorLine(prompt),
    value: editorLine(value),
    ignoreFocusOut: true,
    validateInput: (text) => problem(text),
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
