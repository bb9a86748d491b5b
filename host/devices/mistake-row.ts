import { messageOf } from '../../core/errors.ts';
import type { DeviceRow } from './device.ts';

/** The row in place of devices when a mistake of ours keeps them from being followed. */
export function mistakeRow(kind: DeviceRow['kind'], name: string, error: unknown): DeviceRow {
  const problem = { code: 'internal', why: messageOf(error), next: 'Please report it together with the log.' } as const;
  return { id: kind, kind, name, detail: '', canLaunch: false, problem };
}
