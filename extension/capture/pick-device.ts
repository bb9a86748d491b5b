import * as vscode from 'vscode';
import { type DeviceProvider, type DeviceRow, hasId } from '../../host/devices/device.ts';
import { isThisComputer, standsForKind } from '../../host/devices/device-kinds.ts';
import { localized } from '../surface/localized.ts';
import { byHeading, byKind, iconOf, teachesConnection } from './device-kinds.ts';
import { deviceWords } from './device-words.ts';
import { type LiveItem, livePick } from './live-pick.ts';
import type { StartArguments } from './start-arguments.ts';

/** A row of the picker; one of both is set, except for separators. */
interface DeviceItem extends LiveItem {
  readonly row?: DeviceRow;
  readonly command?: 'diagnose' | 'wifi';
  readonly argument?: StartArguments;
}

/** Asks for a device of any provider; the list follows what comes and goes. */
export async function pickDevice(
  providers: readonly DeviceProvider[],
  last: string | undefined,
  launch: boolean,
): Promise<DeviceItem | undefined> {
  const hasWifi = providers.some(({ wifi }) => wifi !== undefined);
  const picked = await livePick<DeviceItem>({
    title: launch ? vscode.l10n.t('Start Lag Capture from App Launch') : vscode.l10n.t('Start Lag Capture'),
    placeholder: vscode.l10n.t('Select a device'),
    step: 1,
    totalSteps: 2,
    canGoBack: false,
    firstIsActive: true,
    follow(show) {
      const rows = new Map<DeviceProvider, readonly DeviceRow[]>();
      const watches = providers.map((provider) =>
        provider.watch((seen) => {
          rows.set(provider, seen);
          show(deviceItems([...rows.values()].flat(), last, hasWifi));
        }),
      );
      return vscode.Disposable.from(...watches);
    },
  });
  return picked === 'back' ? undefined : picked;
}

/** Last choice, phones, this computer, unusable ones. Devices appear one by one; unusable rows must not move one about to be clicked. */
function deviceItems(rows: readonly DeviceRow[], last: string | undefined, hasWifi: boolean): readonly DeviceItem[] {
  const usable = rows.filter((row) => row.problem === undefined);
  const lastRow = usable.find((row) => hasId(row, last));
  const others = usable.filter((row) => row !== lastRow);
  const group = (label: string, members: readonly (DeviceRow | undefined)[]): DeviceItem[] => {
    const items = members.filter((row) => row !== undefined).map(deviceItem);
    return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  };
  const unusable = byKind(rows.filter((row) => row.problem !== undefined));
  return [
    ...group(vscode.l10n.t('last used'), [lastRow]),
    ...byHeading(others).flatMap(([heading, members]) => group(heading, members)),
    ...group(vscode.l10n.t('not ready'), unusable),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    ...(hasWifi ? [wifiItem()] : []),
    diagnoseItem(!usable.every(isThisComputer)),
  ];
}

/** The argument of *Troubleshoot Connection*. */
export function troubleshootDevice(row: DeviceRow): string {
  return standsForKind(row) ? 'phone' : row.id;
}

function deviceItem(row: DeviceRow): DeviceItem {
  if (teachesConnection(row)) return connectItem(row, row.problem?.why ?? '');
  return {
    id: row.id,
    icon: iconOf(row),
    label: deviceWords(row).name,
    description: deviceDescription(row),
    ...(row.problem === undefined ? {} : { detail: localized(row.problem.next) }),
    row,
  };
}

/** In place of phones: leads to the page that shows how. */
function connectItem(row: DeviceRow, why: string): DeviceItem {
  const detail = vscode.l10n.t('Shows how, and notices when the phone is connected');
  return { id: row.id, icon: 'plug', label: vscode.l10n.t('Connect a Phone…'), description: localized(why), detail, row };
}

/** The device, and why it is unusable. */
export function deviceDescription(row: DeviceRow): string {
  return [deviceWords(row).detail, localized(row.problem?.why ?? '')].filter((part) => part !== '').join(' — ');
}

function wifiItem(): DeviceItem {
  return {
    id: 'wifi',
    icon: 'radio-tower',
    label: vscode.l10n.t('Connect over Wi-Fi…'),
    detail: vscode.l10n.t('Finds or pairs an Android phone with Wireless debugging'),
    command: 'wifi',
  };
}

function diagnoseItem(hasPhone: boolean): DeviceItem {
  return {
    id: 'diagnose',
    icon: 'checklist',
    label: hasPhone ? vscode.l10n.t('Troubleshoot…') : vscode.l10n.t('Device not listed? Troubleshoot…'),
    detail: vscode.l10n.t('Checks adb, device, app and agent, and tells you what to fix'),
    command: 'diagnose',
    ...(hasPhone ? {} : { argument: { device: 'phone' } }),
    alwaysShow: true,
  };
}
