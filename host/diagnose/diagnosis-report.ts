import { arch, platform, release } from 'node:os';
import { withoutToken } from '../../core/errors.ts';
import { type Checklist, checklistOf, type DiagnosisState } from './checklist.ts';
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

/** For a bug report. Its first line says what the checklist says. */
export function reportText(steps: readonly Step[], version: string, state: DiagnosisState = 'ended'): string {
  const verdict = verdictText(checklistOf(steps, state));
  const about = `Laglens ${version}, Node ${process.versions.node}, ${platform()} ${release()} ${arch()}`;
  return [`${verdict} (${about})`, '', ...steps.map(stepText), ''].join('\n');
}

function verdictText({ outcome, problems }: Checklist): string {
  if (problems > 0) return `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`;
  switch (outcome) {
    case 'running':
      return 'Still checking, no problem so far.';
    case 'stopped':
      return 'Stopped, no problem so far.';
    case 'open':
      return 'A choice is missing, no problem so far.';
    default:
      return 'Everything works.';
  }
}
