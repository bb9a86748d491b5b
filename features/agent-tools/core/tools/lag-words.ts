import type { LagKind } from '../../../../core/analysis/lags/lag.ts';
import { kindTexts, lagTexts } from '../../../../core/analysis/lags/lag-texts.ts';
import { text } from '../shapes/shape.ts';

export const lagKinds = [
  'message',
  'storm',
  'idleHandler',
  'input',
  'nativeWork',
  'turn',
  'turns',
  'launch',
  'cpu',
  'power',
  'memory',
  'growth',
  'frames',
] as const satisfies readonly LagKind[];

export const sessionArgument = text(
  'Path of a .laglens file or of another tool’s profile, relative to the workspace; or the handle of a capture.',
);

/** `burst of messages`; without values. */
export function kindWords(kind: LagKind): string {
  return lagTexts[kindTexts[kind]].replaceAll(/ (?:for |took )?\{0\}:?/g, '').replace('{0} ', '');
}
