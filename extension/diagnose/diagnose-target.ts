import * as vscode from 'vscode';
import { type AppRow, type DeviceProvider, type DeviceRow, hasId } from '../../host/devices/device.ts';
import { isPhone, isThisComputer, standsForKind } from '../../host/devices/device-kinds.ts';
import { allRows } from '../../host/devices/open-device.ts';
import { timeoutSignal } from '../../host/time-limits.ts';
import { shownKinds } from '../capture/device-kinds.ts';
import { deviceDescription } from '../capture/pick-device.ts';
import { localized } from '../surface/localized.ts';
import type { Log } from '../surface/log.ts';
import { type PickerRow, pickOne } from '../surface/pickers.ts';
import { isCancelled } from '../surface/vscode/report-error.ts';

const LISTING_MS = 10_000;

/** A device id, or any phone. */
type DiagnoseDevice = string | 'phone';

interface DeviceChoice extends PickerRow {
  readonly device: DiagnoseDevice;
}

/** The only connected phone; any phone if there is none and no device was used before; else asks. @throws CancellationError */
export async function usualDevice(providers: readonly DeviceProvider[], remembered: string | undefined, log: Log): Promise<DiagnoseDevice> {
  const rows = await knownRows(providers, log);
  const phones = rows.filter(isPhone);
  const last = rows.find((row) => hasId(row, remembered));
  const [only] = phones;
  if (last === undefined && rows.every(isThisComputer)) return 'phone';
  if (only !== undefined && phones.length === 1 && (last === undefined || last === only)) return only.id;
  return await askForDevice(rows, last);
}

/** Asks for a device; unusable ones explain themselves. @throws CancellationError */
export async function chooseDevice(
  providers: readonly DeviceProvider[],
  remembered: string | undefined,
  log: Log,
): Promise<DiagnoseDevice> {
  const rows = await knownRows(providers, log);
  return await askForDevice(
    rows,
    rows.find((row) => hasId(row, remembered)),
  );
}

async function askForDevice(rows: readonly DeviceRow[], last: DeviceRow | undefined): Promise<DiagnoseDevice> {
  const others = rows.filter((row) => row !== last);
  const missing = { icon: 'device-mobile', label: vscode.l10n.t('Device not listed?'), device: 'phone' };
  const items: readonly DeviceChoice[] = [...(last ? [last] : []), ...others].map(deviceChoice);
  const title = vscode.l10n.t('Troubleshoot: select a device');
  const picked = await pickOne([...items, missing], { title, matchOnDescription: true });
  if (picked === undefined) throw new vscode.CancellationError();
  return picked.device;
}

/** Asks for an app, the remembered one first. @throws CancellationError */
export async function chooseApp(rows: readonly AppRow[], remembered: string | undefined): Promise<AppRow> {
  const ordered = [...rows].sort((a, b) => Number(b.id === remembered) - Number(a.id === remembered));
  const items = ordered.map((row) => ({
    label: row.name,
    description: row.id === row.name ? localized(row.detail) : `${row.id}  ${localized(row.detail)}`,
    row,
  }));
  const title = vscode.l10n.t('Troubleshoot: select an app');
  const picked = await pickOne(items, { title, matchOnDescription: true, ignoreFocusOut: true });
  if (picked === undefined) throw new vscode.CancellationError();
  return picked.row;
}

/** Without rows in place of devices. The first steps report a failed provider, which must not hide others. */
async function knownRows(providers: readonly DeviceProvider[], log: Log): Promise<readonly DeviceRow[]> {
  try {
    const rows = await allRows(providers, timeoutSignal(LISTING_MS), (error) => log.warn(String(error)));
    return rows.filter((row) => !standsForKind(row));
  } catch (error) {
    if (!isCancelled(error) && !(error instanceof DOMException)) throw error;
    log.warn(`The devices were not listed within ${LISTING_MS / 1000} s`);
    return [];
  }
}

function deviceChoice(row: DeviceRow): DeviceChoice {
  return { icon: shownKinds[row.kind].icon, label: row.name, description: deviceDescription(row), device: row.id };
}
