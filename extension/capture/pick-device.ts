import * as vscode from 'vscode';
import type { DeviceProvider, DeviceRow } from '../../host/devices/device.ts';
import { type LiveItem, livePick } from './live-pick.ts';

/** A row of the device picker; one of the two is set, except for separators. */
export interface DeviceItem extends LiveItem {
  readonly row?: DeviceRow;
  readonly command?: 'diagnose';
}

/** Lets the developer pick among the devices of all providers, which come and go while the list is open. */
export async function pickDevice(
  providers: readonly DeviceProvider[],
  last: string | undefined,
  launch: boolean,
): Promise<DeviceItem | undefined> {
  const picked = await livePick<DeviceItem>({
    title: launch ? vscode.l10n.t('Start Lag Capture from App Launch') : vscode.l10n.t('Start Lag Capture'),
    placeholder: vscode.l10n.t('Pick the device that the app runs on'),
    step: 1,
    totalSteps: 2,
    canGoBack: false,
    follow(show) {
      const rows = new Map<DeviceProvider, readonly DeviceRow[]>();
      const watches = providers.map((provider) =>
        provider.watch((seen) => {
          rows.set(provider, seen);
          show(deviceItems([...rows.values()].flat(), last));
        }),
      );
      return vscode.Disposable.from(...watches);
    },
  });
  return picked === 'back' ? undefined : picked;
}

/** The rows as the picker shows them: the last choice first, then phones, then this computer, unusable ones at the end of each. */
function deviceItems(rows: readonly DeviceRow[], last: string | undefined): readonly DeviceItem[] {
  const usableFirst = (a: DeviceRow, b: DeviceRow): number => Number(a.problem !== undefined) - Number(b.problem !== undefined);
  const lastRow = rows.find((row) => row.id === last && row.problem === undefined);
  const others = rows.filter((row) => row !== lastRow).sort(usableFirst);
  const group = (label: string, members: readonly DeviceRow[]): DeviceItem[] =>
    members.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...members.map(deviceItem)];
  const phones = others.filter((row) => row.kind === 'android');
  return [
    ...group(vscode.l10n.t('last used'), lastRow ? [lastRow] : []),
    ...group(vscode.l10n.t('phones and emulators'), phones),
    ...group(
      vscode.l10n.t('this computer'),
      others.filter((row) => row.kind === 'jvm'),
    ),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    diagnoseItem(rows.some((row) => row.kind === 'android' && row.problem === undefined)),
  ];
}

function deviceItem(row: DeviceRow): DeviceItem {
  const icon = row.problem !== undefined ? 'circle-slash' : row.kind === 'android' ? 'device-mobile' : 'vm';
  return {
    id: row.id,
    label: `$(${icon}) ${row.name}`,
    description: row.problem === undefined ? row.detail : `${row.detail} — ${row.problem.why}`,
    ...(row.problem === undefined ? {} : { detail: row.problem.next }),
    row,
  };
}

function diagnoseItem(hasPhone: boolean): DeviceItem {
  return {
    id: 'diagnose',
    label: hasPhone ? vscode.l10n.t('$(checklist) Diagnose…') : vscode.l10n.t('$(checklist) My phone is not in this list…'),
    detail: vscode.l10n.t('Goes through every step from adb to the first sample and says what is missing'),
    command: 'diagnose',
    alwaysShow: true,
  };
}
