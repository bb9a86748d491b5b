import * as vscode from 'vscode';
import { ANDROID_ROW_NAME } from '../../host/devices/android/watch-android-devices.ts';
import type { DeviceRow } from '../../host/devices/device.ts';
import { localized } from '../surface/localized.ts';

/** A device's name and detail; those that the host made are translated. */
export function deviceWords({ kind, name, detail }: DeviceRow): { readonly name: string; readonly detail: string } {
  if (kind === 'jvm') return { name: vscode.l10n.t('This computer'), detail: vscode.l10n.t('Java programs') };
  return { name: name === ANDROID_ROW_NAME ? vscode.l10n.t('Android devices') : name, detail: localized(detail) };
}
