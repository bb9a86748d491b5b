import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import { LivePicker, type PickerRow } from '../surface/pickers.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

/** A row that can be identified after a refresh. */
export interface LiveItem extends PickerRow {
  readonly id?: string;
}

interface LivePickOptions<Item extends LiveItem> {
  readonly title: string;
  readonly placeholder: string;
  /** Delivers rows until disposed; `undefined` rows keep the spinner. */
  follow(show: (items: readonly Item[]) => void): vscode.Disposable;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
  readonly firstIsActive?: boolean;
}

/** A quick pick whose rows change while it is open. */
export function livePick<Item extends LiveItem>(options: LivePickOptions<Item>): Promise<Item | 'back' | undefined> {
  const { title, placeholder, firstIsActive = false } = options;
  const picker = new LivePicker<Item>({ title, placeholder, key: ({ id }) => id, firstIsActive, failed: unexpected });
  const pick = picker.control;
  pick.step = options.step;
  pick.totalSteps = options.totalSteps;
  pick.matchOnDetail = true;
  pick.busy = true;
  if (options.canGoBack) pick.buttons = [vscode.QuickInputButtons.Back];
  return new Promise((resolve) => {
    const following = options.follow((items) => {
      pick.busy = false;
      picker.show(items);
    });
    pick.onDidAccept(
      guarded(() => {
        const picked = picker.chosen;
        if (picked === undefined) return;
        resolve(picked);
        pick.hide();
      }, unexpected),
    );
    pick.onDidTriggerButton(
      guarded(() => {
        resolve('back');
        pick.hide();
      }, unexpected),
    );
    pick.onDidHide(
      guarded(() => {
        following.dispose();
        pick.dispose();
        resolve(undefined);
      }, unexpected),
    );
    pick.show();
  });
}
