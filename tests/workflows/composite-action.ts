import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlParser } from '../../scripts/setup/yaml.ts';
import { root } from '../house/project-sources.ts';

export interface ActionStep {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

export interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export const actionFolder = join(root, 'action');

export async function readAction(log: (line: string) => void): Promise<ActionFile> {
  const parse = await yamlParser(log);
  return Object(parse(await readFile(join(actionFolder, 'action.yml'), 'utf8')));
}

/** Values of expressions: `inputs.budget`, `steps.check.outputs.verdict`, `github.base_ref`. */
type Context = Readonly<Record<string, string>>;

/** One run of the action, as GitHub's runner would do it. */
export interface ActionRun {
  /** The job's folder; the runner's files are in one beside it. */
  readonly workspace: string;
  readonly temp: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly context: Context;
  readonly environment: NodeJS.ProcessEnv;
  /** Stands in for a step that uses another action. @returns false if it fails */
  use(name: string, values: Readonly<Record<string, string>>): Promise<boolean>;
}

export interface ActionResult {
  /** The step that failed. */
  readonly failed: string | undefined;
  readonly code: number;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Standard output of all steps. */
  readonly said: string;
  readonly steps: readonly string[];
}

/** Runs the steps of a composite action until one fails. */
export async function runAction(action: ActionFile, run: ActionRun): Promise<ActionResult> {
  const files = { GITHUB_OUTPUT: join(run.temp, 'output'), GITHUB_STEP_SUMMARY: join(run.temp, 'summary') };
  await mkdir(run.temp, { recursive: true });
  await writeFile(files.GITHUB_STEP_SUMMARY, '');
  const context: Record<string, string> = { 'runner.temp': run.temp, ...run.context };
  // Given texts are data: an expression in one stays as it is.
  for (const [name, { default: usual = '' }] of Object.entries(action.inputs))
    context[`inputs.${name}`] = run.inputs[name] ?? filled(usual, context);
  const done: string[] = [];
  let said = '';
  const result = async (failed: string | undefined, code: number): Promise<ActionResult> => {
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, context)]);
    const summary = await readFile(files.GITHUB_STEP_SUMMARY, 'utf8');
    return { failed, code, outputs: Object.fromEntries(outputs), summary, said, steps: done };
  };
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !holds(step.if, context)) continue;
    done.push(step.name);
    if (step.uses !== undefined) {
      const isDone = await run.use(step.uses, allFilled(step.with, context));
      if (!isDone && step['continue-on-error'] !== true) return result(step.name, 1);
    }
    if (step.run === undefined) continue;
    await writeFile(files.GITHUB_OUTPUT, '');
    const environment = { ...run.environment, ...files, RUNNER_TEMP: run.temp, GITHUB_ACTION_PATH: actionFolder };
    const { code, out } = await bash(step.run, run.workspace, { ...environment, ...allFilled(step.env, context) });
    said += out;
    for (const line of (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n')) {
      const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) context[`steps.${step.id}.outputs.${name}`] = value;
    }
    if (code !== 0) return result(step.name, code);
  }
  return result(undefined, 0);
}

/** As a runner calls `shell: bash`. */
function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env }, (error, out, said) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out: out + said });
    });
  });
}

function allFilled(values: Readonly<Record<string, string>> = {}, context: Context): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filled(value, context)]));
}

/** Outputs that no step has set are empty, as on GitHub; other unknown names are mistakes. */
function filled(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => given(name, context));
}

function given(name: string, context: Context): string {
  const value = context[name] ?? (name.startsWith('steps.') ? '' : undefined);
  if (value === undefined) throw new Error(`Nothing gives ${name}`);
  return value;
}

/** Comparisons joined by `&&`. */
function holds(condition: string, context: Context): boolean {
  return condition.split(' && ').every((part) => {
    const [, name = '', sign, wanted] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`Not understood: ${part}`);
    return (given(name, context) === wanted) === (sign === '==');
  });
}
