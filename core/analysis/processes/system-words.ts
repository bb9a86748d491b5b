import type { SystemRecord } from '../../session/model/run.ts';
import { oneLine } from '../../text/one-line.ts';

const LONGEST = 240;

/** The system's description as one line, '' without one. */
export function systemWords({ text }: Pick<SystemRecord, 'text'>): string {
  return oneLine(text.trim(), LONGEST);
}
