import * as vscode from 'vscode';
import type { DeviceProvider, DeviceRow } from '../../host/devices/device.ts';
import { confirm } from '../surface/notifications.ts';
import { withNotification } from '../surface/progress.ts';

/**
 * Asks whether a device that is shut down is to be booted, and does it where it can be cancelled.
 * @returns the row of the device as it is then; undefined when the developer turned away
 * @throws LaglensError when it does not come up
 */
export async function offerBoot(provider: DeviceProvider, row: DeviceRow): Promise<DeviceRow | undefined> {
  const boot = vscode.l10n.t('Boot');
  const question = vscode.l10n.t('{0} is shut down. Boot it?', row.name);
  const detail = vscode.l10n.t('It stays booted after the capture. Simulator (Device Hub in Xcode 27) shows its screen.');
  if (!(await confirm({ question, detail }, boot))) return undefined;
  return await withNotification(vscode.l10n.t('Laglens: {0}', row.name), async (signal, progress) => {
    await provider.boot?.(row.id, { progress, signal });
    return (await provider.rows(signal)).find(({ id }) => id === row.id);
  });
}
