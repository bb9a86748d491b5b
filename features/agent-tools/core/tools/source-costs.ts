import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { readableLabel, readableName } from '../../../../core/analysis/frames/readable-name.ts';
import type { FileHeat } from '../../../../core/analysis/source-costs/file-costs.ts';
import type { CodeOrigin } from '../../../../core/analysis/source-costs/file-tree.ts';
import { sourceText } from '../answers/frame-facts.ts';
import { ms, msWords } from '../answers/ms.ts';
import { ToolError } from '../answers/tool-error.ts';
import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import type { SessionView } from '../session-view.ts';
import { type DataText, dataText, quoted } from '../shapes/data-text.ts';
import { data, type FieldsOf, list, maybe, number, object, text } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { sessionArgument } from './lag-words.ts';

const MOST_LINES = 400;
const MOST_FUNCTIONS = 60;

const args = {
  session: sessionArgument,
  file: maybe(text('A source file: path in the workspace or bare name, such as Cart.kt.', 400)),
  function: maybe(text('Only this function, by its name in other answers, such as Cart.total.', 400)),
  tokenBudget,
};

const costFields = {
  totalMs: number('On main, with callees.'),
  selfMs: number('Without them.'),
  blockedMs: maybe(number('Part of the total in known waits.')),
  lags: number('Lags that ran it.'),
  worstMs: maybe(number('Its longest time in one lag.')),
};

const answer = {
  session: text('Handle of further calls.'),
  file: data('The file, relative to the workspace if it is there.'),
  functions: list(
    'Most time first.',
    object('', { name: data('Function.'), from: number('First line seen.'), to: number('Last line seen.'), ...costFields }),
  ),
  lines: list('Most time first.', object('', { line: number('From 1.'), ...costFields })),
  leftOut,
};

export const sourceCosts = defineTool({
  name: 'laglens_source_costs',
  title: 'Costs of source lines',
  description: `What each line and function of one source file cost on the main thread, in the whole session and in lags. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

export type Costs = FieldsOf<typeof answer>;
type GivenCosts = FieldsOf<typeof args>;

export function answerSourceCosts(view: SessionView, given: GivenCosts): Answered<typeof answer> {
  const wanted = given.file ?? fileOfFunction(view, given.function);
  const isHere = fileTest(wanted);
  const watched = view.costs.watch(isHere);
  const heat = watched.heat();
  watched.close();
  if (heat.lines.length === 0 && heat.functions.length === 0) throw unknownFile(view);
  const whole: Costs = { session: view.handle, file: fileText(view, isHere, wanted), ...costsOf(heat, given.function) };
  const bigger = `laglens_source_costs ${JSON.stringify({ ...given, tokenBudget: Math.min(20_000, 4 * given.tokenBudget) })}`;
  const cuttable = [
    { key: 'lines', least: 5, next: bigger },
    { key: 'functions', least: 3, next: bigger },
    { key: 'lines', least: 1, next: bigger },
    { key: 'functions', least: 1, next: bigger },
  ];
  const fitted = withinBudget(whole, cuttable, given.tokenBudget, wordsOf);
  return { answer: fitted, words: wordsOf(fitted) };
}

function costsOf(heat: FileHeat, named: string | undefined): Pick<Costs, 'functions' | 'lines'> {
  const all = heat.functions.map((each) => ({ each, name: labelOf(each) }));
  const functions = named === undefined ? all : all.filter(({ name }) => name === dataText(named));
  if (named !== undefined && functions.length === 0)
    throw new ToolError(
      'The file has no such function in this session.',
      'Call laglens_source_costs with the file alone: it lists functions.',
    );
  const isInside = (line: number): boolean =>
    named === undefined || functions.some(({ each }) => each.leastLine <= line && line <= each.mostLine);
  return {
    functions: functions
      .sort((a, b) => b.each.totalUs - a.each.totalUs)
      .slice(0, MOST_FUNCTIONS)
      .map(({ each, name }) => ({ name, from: each.leastLine, to: each.mostLine, ...costFacts(each) })),
    lines: heat.lines
      .filter(({ line }) => isInside(line))
      .toSorted((a, b) => b.totalUs - a.totalUs)
      .slice(0, MOST_LINES)
      .map((each) => ({ line: each.line, ...costFacts(each) })),
  };
}

function costFacts({ totalUs, selfUs, blockedUs, lags, worstUs }: FileHeat['lines'][number] | FileHeat['functions'][number]) {
  return {
    totalMs: ms(totalUs),
    selfMs: ms(selfUs),
    ...(blockedUs < 50 ? {} : { blockedMs: ms(blockedUs) }),
    lags,
    ...(lags === 0 ? {} : { worstMs: ms(worstUs) }),
  };
}

function labelOf({ class: className, method }: { readonly class: string; readonly method: string }): DataText {
  return dataText(readableLabel(readableName(className, method)));
}

/** By its name, and by folders as far as both sides have them. */
function fileTest(wanted: string): (origin: CodeOrigin) => boolean {
  const parts = wanted.split(/[\\/]/).filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  return ({ sourceFile, sourcePath, class: className }) => {
    if (sourceFile !== name) return false;
    const folders = sourcePath === '' ? className.split('.').slice(0, -1) : sourcePath.split(/[\\/]/).slice(0, -1);
    return shareEnds(parts.slice(0, -1), folders);
  };
}

/** Kotlin’s files may lie in fewer folders than their package has, so one shared folder is enough. */
function shareEnds(one: readonly string[], other: readonly string[]): boolean {
  const [last, otherLast] = [one.at(-1), other.at(-1)];
  return (
    last === undefined ||
    otherLast === undefined ||
    last === otherLast ||
    !other.includes(last) ||
    other.lastIndexOf(last) === other.length - 1
  );
}

function fileOfFunction(view: SessionView, named: string | undefined): string {
  if (named === undefined)
    throw new ToolError('Neither a file nor a function is named.', 'Call laglens_source_costs with file or function.');
  for (const lag of view.lags) {
    const node = lag.culprit?.node ?? 0;
    const frame = node === 0 ? undefined : frameOf(view.model, node);
    if (frame !== undefined && dataText(frame.label) === dataText(named) && frame.sourceFile !== '') return frame.sourceFile;
  }
  const { nodes } = view.model;
  for (let node = 1; node < nodes.length; node++) {
    const frame = frameOf(view.model, node);
    if (frame.sourceFile !== '' && dataText(frame.label) === dataText(named)) return frame.sourceFile;
  }
  throw unknownFile(view);
}

function unknownFile(view: SessionView): ToolError {
  return new ToolError(
    'Main ran no code of that file or function in the session, or its lines are unknown.',
    `Call laglens_list_lags with session ${JSON.stringify(view.handle)}: its answers name files and functions.`,
  );
}

function fileText(view: SessionView, isHere: (origin: CodeOrigin) => boolean, wanted: string): DataText {
  const { nodes } = view.model;
  for (let node = 1; node < nodes.length; node++) {
    const frame = frameOf(view.model, node);
    if (frame.sourceFile !== '' && isHere({ class: frame.class, sourceFile: frame.sourceFile, sourcePath: frame.sourcePath }))
      return sourceText(view, { class: frame.inlined?.class || frame.class, path: frame.sourcePath || frame.sourceFile, line: 0 });
  }
  return dataText(wanted);
}

function wordsOf({ file, functions, lines, leftOut: missing = [] }: Costs): string {
  return [
    `Costs of ${quoted(file)} on main.`,
    ...functions.map(
      ({ name, from, to, totalMs, selfMs, lags }) =>
        `${quoted(name)} lines ${from}-${to}: ${msWords(totalMs)}, own ${msWords(selfMs)}, in ${lags} lags`,
    ),
    ...lines.map(({ line, totalMs, selfMs, lags }) => `line ${line}: ${msWords(totalMs)}, own ${msWords(selfMs)}, in ${lags} lags`),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}
