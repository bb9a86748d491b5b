import { isObject } from '../../../../core/text/json-fields.ts';
import type { ImportReport } from '../import/import-report.ts';
import { jsonIn, wholePart } from '../import/json.ts';

/** Issues of a JSON text, of a list, or of lines. */
export function issuesIn(text: string, report: ImportReport): readonly unknown[] {
  const whole = parsed(text);
  if (whole !== undefined) return Array.isArray(whole) ? whole.filter(isObject) : [whole];
  const issues: unknown[] = [];
  let others = 0;
  for (const line of text.split('\n')) {
    const issue = parsed(contentOf(line));
    if (isObject(issue)) issues.push(issue);
    else if (line.trim() !== '') others++;
  }
  if (issues.length === 0) return cutIssue(text, report);
  report.skipped('lines that are no issue', others);
  return issues;
}

/** JSON of a line: of a bare issue, of `tag[…]type[…];key[…];content[…]`, or behind other words of a log. */
function contentOf(line: string): string {
  return line.slice(Math.max(0, line.indexOf('{')), line.lastIndexOf('}') + 1);
}

function cutIssue(text: string, report: ImportReport): readonly unknown[] {
  const begin = text.indexOf('{');
  const whole = begin < 0 ? undefined : wholePart(text.slice(begin));
  const issue = whole === undefined ? undefined : parsed(whole.text);
  if (!isObject(issue)) return [];
  report.truncated('within its first issue');
  return [issue];
}

/** Undefined for texts that are no JSON object or list. */
function parsed(text: string): unknown {
  return /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
}
