import * as vscode from 'vscode';

/** A row that can be recognised again when the list is refreshed under the reader's eyes. */
export interface LiveItem extends vscode.QuickPickItem {
  readonly id?: string;
}

export interface LivePickOptions<Item extends LiveItem> {
  readonly title: string;
  readonly placeholder: string;
  /** Starts to deliver rows until disposed; `undefined` rows keep the spinner. */
  follow(show: (items: readonly Item[]) => void): vscode.Disposable;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** A quick pick whose rows come and go while it is open; the active row stays the active row. */
export function livePick<Item extends LiveItem>(options: LivePickOptions<Item>): Promise<Item | 'back' | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.step = options.step;
  pick.totalSteps = options.totalSteps;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.busy = true;
  if (options.canGoBack) pick.buttons = [vscode.QuickInputButtons.Back];
  return new Promise((resolve) => {
    const following = options.follow((items) => {
      const active = pick.activeItems[0]?.id;
      pick.busy = false;
      pick.keepScrollPosition = true;
      pick.items = items;
      const again = active === undefined ? undefined : items.find((item) => item.id === active);
      if (again !== undefined) pick.activeItems = [again];
    });
    pick.onDidAccept(() => {
      const picked = pick.selectedItems[0];
      if (picked === undefined) return;
      resolve(picked);
      pick.hide();
    });
    pick.onDidTriggerButton(() => {
      resolve('back');
      pick.hide();
    });
    pick.onDidHide(() => {
      following.dispose();
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
  });
}
