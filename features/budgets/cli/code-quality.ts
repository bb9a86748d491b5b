import { oneLine } from '../../../core/text/one-line.ts';
import { asciiJson } from '../../../core/text/terminal-text.ts';
import type { Checked } from './checked.ts';
import { findingsOf } from './findings.ts';
import { fingerprint } from './sarif.ts';

const LONGEST = 1_000;

/** GitLab's code quality report, which merge requests show at their lines. It has no entries without a place. */
export function codeQualityJson(checked: Checked): string {
  const entries = findingsOf(checked).flatMap(({ level, title, message, place, identity, judged }) => {
    if (place === undefined) return [];
    return [
      {
        description: oneLine(`${title}. ${message}`, LONGEST),
        check_name: `laglens-${judged.rule.measure}`,
        fingerprint: fingerprint(identity),
        severity: level === 'error' ? 'major' : 'minor',
        location: { path: place.path, lines: { begin: place.line } },
      },
    ];
  });
  return asciiJson(entries, 2);
}
