import { messageOf } from '../../core/errors.ts';
import { phrase } from '../../core/text/phrase.ts';
import type { DeviceKind } from '../../core/wire/schema/device-kinds.ts';
import type { DeviceRow, Problem } from './device.ts';

/** For defects of Laglens. */
export function mistakeRow(kind: DeviceKind, name: string, error: unknown): DeviceRow {
  return problemRow(kind, name, { code: 'internal', why: messageOf(error), next: phrase`Please report it together with the log.` });
}

export function problemRow(kind: DeviceKind, name: string, problem: Problem): DeviceRow {
  return { id: kind, kind, name, detail: '', canLaunch: false, problem };
}
