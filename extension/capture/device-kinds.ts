import * as vscode from 'vscode';
import type { DeviceKind } from '../../core/wire/schema/device-kinds.ts';
import type { DeviceRow } from '../../host/devices/device.ts';

interface ShownKind {
  readonly icon: string;
  /** Above its devices in the picker; neighbours with the same one stand together. */
  heading(): string;
  /** In place of a device’s apps. */
  noApps(): string;
  /** A missing device of this kind leads to the page that shows how to connect a phone. */
  readonly teachesConnection?: boolean;
}

const phone: ShownKind = {
  icon: 'device-mobile',
  heading: () => vscode.l10n.t('phones, emulators and simulators'),
  noApps: () => vscode.l10n.t('No debuggable app is installed.'),
};

/** In the order of every list: phones before simulators, as a Mac has many that are shut down; then this computer. */
export const shownKinds: Readonly<Record<DeviceKind, ShownKind>> = {
  android: { ...phone, teachesConnection: true },
  ios: phone,
  simulator: phone,
  jvm: { icon: 'vm', heading: () => vscode.l10n.t('desktop'), noApps: () => vscode.l10n.t('No Java program runs here.') },
};

const order: readonly string[] = Object.keys(shownKinds);

export function byKind(rows: readonly DeviceRow[]): readonly DeviceRow[] {
  return rows.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Rows below their headings. */
export function byHeading(rows: readonly DeviceRow[]): readonly (readonly [heading: string, rows: readonly DeviceRow[]])[] {
  const groups = new Map<string, DeviceRow[]>();
  for (const row of byKind(rows)) {
    const heading = shownKinds[row.kind].heading();
    groups.set(heading, [...(groups.get(heading) ?? []), row]);
  }
  return [...groups];
}

export function iconOf({ kind, problem }: DeviceRow): string {
  return problem === undefined ? shownKinds[kind].icon : 'circle-slash';
}

/** In place of missing phones. */
export function teachesConnection({ kind, problem }: DeviceRow): boolean {
  return shownKinds[kind].teachesConnection === true && problem?.code === 'device-none';
}
