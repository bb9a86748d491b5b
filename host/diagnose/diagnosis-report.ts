import { arch, platform, release } from 'node:os';
import { withoutToken } from '../../core/errors.ts';
import { type Step, stepTitles, type Verdict } from './steps.ts';

const marks: Readonly<Record<Verdict, string>> = { ok: 'ok', warning: 'note', failed: 'FAIL', skipped: '-', untried: '-' };

export function markOf(verdict: Verdict): string {
  return marks[verdict];
}

export function stepText(step: Step): string {
  const lines = [`${marks[step.verdict].padEnd(5)} ${stepTitles[step.name]}: ${step.text}`];
  if (step.next !== undefined) lines.push(`      -> ${step.next}${step.code === undefined ? '' : ` [${step.code}]`}`);
  for (const said of (step.output ?? '').split('\n')) if (said.trim() !== '') lines.push(`         | ${said}`);
  return withoutToken(lines.join('\n'));
}

/** For a bug report. */
export function reportText(steps: readonly Step[], version: string): string {
  const problems = steps.filter((step) => step.verdict === 'failed').length;
  const verdict = problems === 0 ? 'Everything works.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
  const about = `Laglens ${version}, Node ${process.versions.node}, ${platform()} ${release()} ${arch()}`;
  return [`${verdict} (${about})`, '', ...steps.map(stepText), ''].join('\n');
}
