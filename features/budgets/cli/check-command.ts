import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import { parseArguments } from '../../../cli/cli-arguments.ts';
import { sharedFiles } from '../../../cli/shared-files.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { programVersion } from '../../../cli/version.ts';
import { writeReport } from '../../../cli/write-report.ts';
import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import { measureSession } from '../../../core/analysis/measures/measure-session.ts';
import type { MeasuredSession, SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import { appWarnings } from '../../../core/analysis/measures/set-warnings.ts';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { anyModel } from '../../../host/any-model.ts';
import { errorCode } from '../../../host/error-code.ts';
import { sourcePlaces } from '../../../host/folders/source-places.ts';
import { MOST_FOREIGN_BYTES, readForeignFile } from '../../../host/foreign-file.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import { type Budget, budgetThresholdUs } from '../core/budget.ts';
import { type BudgetJudgement, judgeBudget } from '../core/judge.ts';
import { parseBudget } from '../protocol/parse-budget.ts';
import { checkJson } from './check-json.ts';
import { checkMarkdown } from './check-markdown.ts';
import { checkText } from './check-text.ts';
import type { Checked } from './checked.ts';
import { codeQualityJson } from './code-quality.ts';
import { githubAnnotations } from './github-annotations.ts';
import { junitXml } from './junit.ts';
import { sarifJson } from './sarif.ts';

const BUDGET_FILE = 'laglens.budget.json';

const exitCodes: Readonly<Record<BudgetJudgement['verdict'], number>> = { held: 0, broken: 1, undecided: 2 };

/** Options that name an output file. */
const formats = { junit: junitXml, sarif: sarifJson, gitlab: codeQualityJson, markdown: checkMarkdown } as const;

/** `laglens check`: sessions judged by a budget; gives 0 if it holds, 1 if it is broken, 2 if that is unknown. */
export async function runCheck(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('check', args, {
    budget: { type: 'string' },
    baseline: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    github: { type: 'boolean' },
    junit: { type: 'string' },
    sarif: { type: 'string' },
    gitlab: { type: 'string' },
    markdown: { type: 'string' },
  });
  const { folder } = terminal;
  const paths = differentPaths(positionals, folder);
  if (paths.length === 0) throw wrongArguments('check', 'At least one session file is needed.');
  if (values.json === true && values.github === true)
    throw wrongArguments('check', 'Give either --json or --github: both go to standard output.');
  const budgetPath = resolve(folder, values.budget ?? BUDGET_FILE);
  const budget = await readBudget(budgetPath);
  const turns = new Turns(nodeTurns, terminal.signal);
  const captures = await measured(paths, budget, terminal);
  const baseline = await measured(differentPaths(values.baseline ?? [], folder), budget, terminal);
  const judgement = await turns.run(judgeBudget(budget, captures.sessions, baseline.sessions));
  const warnings = [
    ...captures.warnings,
    ...baseline.warnings,
    ...sharedFiles(values.baseline ?? [], positionals, folder),
    ...appWarnings([...baseline.sessions, ...captures.sessions]),
  ];
  const checked: Checked = {
    judgement,
    captures: captures.sessions.map(({ name }) => name),
    baseline: baseline.sessions.map(({ name }) => name),
    places: await sourcePlaces(folder, placesIn(judgement), (text) => warnings.push(text)),
    budgetPath: pathInside(folder, budgetPath),
    warnings,
    version: await programVersion(),
  };
  for (const format of ['junit', 'sarif', 'gitlab', 'markdown'] as const) {
    const path = values[format];
    if (path !== undefined) await writeReport('check', resolve(folder, path), formats[format](checked));
  }
  terminal.out(values.json === true ? checkJson(checked) : checkText(checked));
  if (values.github === true) for (const line of githubAnnotations(checked)) terminal.out(line);
  return exitCodes[judgement.verdict];
}

/** A capture that counts twice would seem more certain than it is. */
function differentPaths(given: readonly string[], folder: string): readonly string[] {
  const paths = given.map((path) => resolve(folder, path));
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) throw wrongArguments('check', `${twice} is named twice.`);
  return paths;
}

async function readBudget(path: string): Promise<Budget> {
  const parsed = parseBudget(await readJson(path));
  if ('budget' in parsed) return parsed.budget;
  throw unusable(path, parsed.mistakes.join('\n'));
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readForeignFile(path, MOST_FOREIGN_BYTES, { links: 'follow' })).toString('utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw missing(path);
    throw unusable(path, messageOf(error));
  }
}

function missing(path: string): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: `There is no budget ${path}.`,
    next: 'Write one as in docs/ci.md, or name another by --budget.',
  });
}

function unusable(path: string, why: string): LaglensError {
  return new LaglensError({
    code: 'usage',
    message: `The budget ${path} can't be used:\n${why}`,
    next: 'docs/ci.md describes budgets, and media/laglens.budget.schema.json is their schema.',
  });
}

interface Measured {
  readonly sessions: readonly MeasuredSession[];
  readonly warnings: readonly string[];
}

/** One model at a time, as each may take hundreds of MB. */
async function measured(paths: readonly string[], budget: Budget, { signal, say }: Terminal): Promise<Measured> {
  const turns = new Turns(nodeTurns, signal);
  const sessions: MeasuredSession[] = [];
  const warnings: string[] = [];
  for (const path of paths) {
    const { model, report, imported } = await anyModel(path, signal);
    if (imported !== undefined) say(imported.text);
    const name = basename(path);
    const isAppClass = appClassPredicate({ packages: [], prefixes: budget.packages ?? appPrefixesOf(model) });
    sessions.push(await turns.run(measureSession(model, { name, thresholdUs: budgetThresholdUs(budget), isAppClass })));
    if (report.truncated || report.badChunks > 0) warnings.push(`${name} is damaged: it counts up to and without what is missing.`);
    if (model.drops > 0) warnings.push(`${name} is too long: its earliest lags are left out.`);
  }
  return { sessions, warnings };
}

function placesIn({ rules, groups }: BudgetJudgement): ReadonlyMap<string, SourcePlace> {
  const all = [...rules.flatMap((judged) => judged.groups), ...groups];
  return new Map(all.flatMap(({ key, place }) => (place === undefined ? [] : [[key, place] as const])));
}

/** With slashes; undefined for a path outside. */
function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') return undefined;
  return inside.split(sep).join('/');
}
