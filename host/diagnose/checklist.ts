import { type ErrorCode, type NextAction, withoutToken } from '../../core/errors.ts';
import { type Step, type StepName, stepNames, stepTitles, type Verdict } from './steps.ts';

/** Actions on the steps; all steps together are tried again, and have one log. */
export type CheckAction = Exclude<NextAction, 'retry' | 'diagnose' | 'showLog'> | 'locateAdb' | 'openFolder';

export interface CheckRow {
  readonly name: StepName;
  readonly verdict: Exclude<Verdict, 'untried'> | 'running';
  readonly title: string;
  /** The result or cause; empty while running. */
  readonly text: string;
  /** For a person. */
  readonly next?: string;
  /** Output of a tool or device, word for word. */
  readonly output?: string;
  /** The best first. */
  readonly actions: readonly CheckAction[];
}

/** `open`: a choice is missing. `stopped`: cancelled, or ended by a defect. */
export type Outcome = 'running' | 'works' | 'failed' | 'open' | 'stopped';

/** `ended`: all steps are filled in. */
export type DiagnosisState = 'running' | 'ended' | 'stopped';

/** Steps for people: one row each, without error codes. */
export interface Checklist {
  readonly outcome: Outcome;
  readonly problems: number;
  readonly rows: readonly CheckRow[];
  readonly untried: readonly StepName[];
}

export function checklistOf(steps: readonly Step[], state: DiagnosisState): Checklist {
  const rows = steps.flatMap((step) => (step.verdict === 'untried' ? [] : [rowOf(step, step.verdict)]));
  const running = stepNames[steps.length];
  if (state === 'running' && running !== undefined) {
    rows.push({ name: running, verdict: 'running', title: stepTitles[running], text: '', actions: [] });
  }
  const problems = rows.filter(({ verdict }) => verdict === 'failed').length;
  const shown = new Set(rows.map(({ name }) => name));
  const untried = stepNames.filter((name) => !shown.has(name));
  return { outcome: state === 'ended' ? outcomeOf(problems, untried) : state, problems, rows, untried };
}

/** No device was reached: the one asked for, or any. */
export function lacksDevice({ outcome, rows }: Checklist): boolean {
  return outcome === 'failed' && rows.some(({ name, verdict }) => verdict === 'failed' && beforeApps.has(name));
}

/** adb or its server was not reached. */
export function lacksTools(list: Checklist): boolean {
  return lacksDevice(list) && !list.rows.some(({ name }) => name === 'device');
}

const beforeApps: ReadonlySet<StepName> = new Set(['tools', 'adbServer', 'device']);

function outcomeOf(problems: number, untried: readonly StepName[]): Outcome {
  if (problems > 0) return 'failed';
  return untried.length > 0 ? 'open' : 'works';
}

function rowOf(step: Step, verdict: CheckRow['verdict']): CheckRow {
  const { name, text, next, output = '' } = step;
  return {
    name,
    verdict,
    title: stepTitles[name],
    text: withoutToken(text),
    ...(next === undefined ? {} : { next: withoutToken(next) }),
    ...(output.trim() === '' ? {} : { output: withoutToken(output.trim()) }),
    actions: actionsOf(step),
  };
}

/** Errors name their action; steps without one have that of their subject. */
function actionsOf({ name, next, code, action }: Step): readonly CheckAction[] {
  if (next === undefined) return [];
  if (code === 'adb-not-found') return actionsOfTools(code);
  const named = action === undefined || action === 'retry' || action === 'diagnose' || action === 'showLog' ? [] : [action];
  return [...new Set([...named, ...usualActions[name]])];
}

/** When adb or its server is missing. */
export function actionsOfTools(code: ErrorCode): readonly CheckAction[] {
  return code === 'adb-not-found' ? ['locateAdb', 'setAdbPath'] : ['setAdbServer'];
}

const usualActions: Readonly<Record<StepName, readonly CheckAction[]>> = {
  tools: [],
  adbServer: ['setAdbServer'],
  device: ['pickDevice'],
  app: ['pickApp'],
  deploy: [],
  attach: [],
  hello: [],
  firstSample: [],
  sources: ['openFolder'],
};
