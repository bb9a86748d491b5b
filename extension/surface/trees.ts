import * as vscode from 'vscode';
import { background } from '../../core/guarded.ts';
import { editorLine, editorParagraphs } from '../../core/text/editor-text.ts';

/** UTF-16 units of a row's parts. */
const ROW_LENGTH = 300;

/** Texts and icon of a row. */
export interface ShownRow {
  /** Stable and unique in its view: an expanded or selected row stays so. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Lines of the tooltip. */
  readonly details?: string;
  /** VS Code icon. */
  readonly icon?: string;
  /** Theme colour of the icon. */
  readonly color?: string;
  /** `viewItem` in conditions of menus. */
  readonly kind: string;
  readonly children?: 'expanded' | 'collapsed';
  /** Runs on a click, with the row as its argument. */
  readonly command?: string;
}

/** A row of a view, which commands get as their argument. */
export interface TreeRow {
  readonly shown: ShownRow;
}

/** Rows of a view, loaded when it is first shown. */
export interface RowTree {
  /** @param of undefined for the top */
  children(of: TreeRow | undefined): Promise<readonly TreeRow[]> | readonly TreeRow[];
}

export class TreeView implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeRow[] | undefined>();
  readonly #view: vscode.TreeView<TreeRow>;
  readonly #load: (view: TreeView) => Promise<RowTree>;
  #tree: Promise<RowTree> | undefined;
  /** Rows that VS Code knows. */
  #top: readonly TreeRow[] = [];
  /** By id: what the row that VS Code knows shows now. */
  readonly #newest = new Map<string, TreeRow>();

  /**
   * @param load is called once, when VS Code first asks for rows
   * @param canSelectMany commands of a menu get all selected rows as their second argument
   */
  constructor(id: string, load: (view: TreeView) => Promise<RowTree>, canSelectMany = false) {
    this.#load = load;
    this.#view = vscode.window.createTreeView<TreeRow>(id, {
      showCollapseAll: false,
      canSelectMany,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getTreeItem: (row) => treeItem(this.#newestOf(row)),
        getChildren: (row) => this.#children(row),
      },
    });
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  get onDidExpand(): vscode.Event<{ readonly element: TreeRow }> {
    return this.#view.onDidExpandElement;
  }

  get onDidCollapse(): vscode.Event<{ readonly element: TreeRow }> {
    return this.#view.onDidCollapseElement;
  }

  /** Asks for all rows again; VS Code does so for a hidden view once it is shown. */
  refresh(): void {
    // VS Code asks for the reason of a failure itself.
    background(this.#refresh(), () => this.#changed.fire(undefined));
  }

  /** A refreshed view knows no row until VS Code has asked again: a button pressed meanwhile would have none. Refreshed rows stay known. */
  async #refresh(): Promise<void> {
    const top = await (await this.#tree)?.children(undefined);
    const isSame =
      top !== undefined && top.length > 0 && top.length === this.#top.length && top.every((row, at) => isAlike(row, this.#top[at]));
    if (!isSame) {
      this.#newest.clear();
      this.#changed.fire(undefined);
      return;
    }
    for (const row of top) this.#newest.set(row.shown.id, row);
    this.#changed.fire([...this.#top]);
  }

  async #children(of: TreeRow | undefined): Promise<TreeRow[]> {
    const rows = await (await this.#loaded()).children(of && this.#newestOf(of));
    for (const row of rows) this.#newest.set(row.shown.id, row);
    if (of === undefined) this.#top = rows;
    return [...rows];
  }

  #newestOf(row: TreeRow): TreeRow {
    return this.#newest.get(row.shown.id) ?? row;
  }

  /** A line above the rows, '' for none. */
  set message(text: string) {
    this.#view.message = editorLine(text);
  }

  /** Behind the view's title, '' for none. */
  set description(text: string) {
    this.#view.description = editorLine(text);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }

  #loaded(): Promise<RowTree> {
    this.#tree ??= this.#load(this);
    return this.#tree;
  }
}

/** VS Code opens and closes a row as it was when it came. */
function isAlike({ shown }: TreeRow, before: TreeRow | undefined): boolean {
  return shown.id === before?.shown.id && shown.children === before.shown.children;
}

function treeItem(row: TreeRow): vscode.TreeItem {
  const { id, label, description, details, icon, color, kind, children, command } = row.shown;
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const state = children === undefined ? None : children === 'expanded' ? Expanded : Collapsed;
  const item = new vscode.TreeItem(editorLine(label, ROW_LENGTH), state);
  item.id = id;
  item.contextValue = kind;
  if (description !== undefined) item.description = editorLine(description, ROW_LENGTH);
  item.tooltip = editorParagraphs(details ?? [label, description ?? ''].join('\n').trim());
  if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  if (command !== undefined) item.command = { command, title: '', arguments: [row] };
  return item;
}
