import type * as vscode from 'vscode';
import type { AppTarget, Device } from '../../host/devices/device.ts';

const KEY = 'laglens.lastCapture';

/** The latest capture's choices in this workspace. */
export interface LastChoice {
  readonly device: string;
  readonly app: string;
  readonly process?: string;
  readonly activity?: string;
  readonly launch: boolean;
}

/** The last choice; the stored value may come from another version. */
export function lastChoice(memory: vscode.Memento): LastChoice | undefined {
  const stored: unknown = memory.get(KEY);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { device, app, process, activity, launch } = Object(stored);
  if (typeof device !== 'string' || typeof app !== 'string') return undefined;
  const further = { ...(typeof process === 'string' ? { process } : {}), ...(typeof activity === 'string' ? { activity } : {}) };
  return { device, app, launch: launch === true, ...further };
}

export async function rememberChoice(memory: vscode.Memento, choice: LastChoice): Promise<void> {
  await memory.update(KEY, choice);
}

export function choiceOf(device: Device, { app, process, activity }: AppTarget, launch: boolean): LastChoice {
  const further = { ...(process === undefined ? {} : { process }), ...(activity === undefined ? {} : { activity }) };
  return { device: device.row.id, app, launch, ...further };
}
