import { commandMessage, commandProperty } from '../../../core/text/workflow-command.ts';
import type { Checked } from './checked.ts';
import { findingsOf } from './findings.ts';

/** GitHub's workflow commands, a line each, shown at their lines in pull requests. */
export function githubAnnotations(checked: Checked): readonly string[] {
  return findingsOf(checked).map(({ level, title, message, place }) => {
    const at = place === undefined ? [] : [`file=${commandProperty(place.path)}`, `line=${place.line}`];
    return `::${level} ${[...at, `title=${commandProperty(title)}`].join(',')}::${commandMessage(message)}`;
  });
}
