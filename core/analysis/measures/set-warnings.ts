import { oneLine } from '../../text/one-line.ts';
import { isSameApp } from '../lags/groups/compared-part.ts';
import type { MeasuredSession } from './measured-session.ts';

type NamedApp = Pick<MeasuredSession, 'name' | 'app'>;

/** A sentence if sessions that are compared, or judged together, are of different apps. */
export function appWarnings(sessions: readonly NamedApp[]): readonly string[] {
  const [first, ...others] = sessions.filter(({ app }) => app !== '');
  const other = first && others.find(({ app }) => !isSameApp(first.app, app));
  if (first === undefined || other === undefined) return [];
  return [oneLine(`${first.name} is of ${first.app}, but ${other.name} of ${other.app}: the apps differ.`)];
}
