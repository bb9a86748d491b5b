import { basename, resolve } from 'node:path';
import { measureSession } from '../core/analysis/budgets/measure-session.ts';
import type { SourcePlace } from '../core/analysis/budgets/measured-session.ts';
import { appClassPredicate, appPrefixesOf } from '../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../core/analysis/frames/app-methods.ts';
import { type DiffCapture, diffSets, type SessionDiff } from '../core/analysis/session-diff/diff-sets.ts';
import { lagFunctions } from '../core/analysis/session-diff/lag-functions.ts';
import { Turns } from '../core/session/file/turns.ts';
import { anyModel } from '../host/formats/any-model.ts';
import { nodeTurns } from '../host/turn-driver.ts';
import { sourcePlaces } from './check/source-places.ts';
import { parseArguments, thresholdArgument } from './cli-arguments.ts';
import { diffJson } from './diff/diff-json.ts';
import { diffMarkdown } from './diff/diff-markdown.ts';
import { diffText } from './diff/diff-text.ts';
import type { Diffed } from './diff/diffed.ts';
import type { Terminal } from './terminal.ts';
import { wrongArguments } from './usage.ts';

/** `laglens diff`: what changed between two sessions, or two sets of them. */
export async function runDiff(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('diff', args, {
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    threshold: { type: 'string' },
    package: { type: 'string', multiple: true },
    before: { type: 'string', multiple: true },
    after: { type: 'string', multiple: true },
  });
  const { folder } = terminal;
  const [first, second, ...more] = positionals;
  if (first === undefined || second === undefined || more.length > 0)
    throw wrongArguments('diff', 'Two session files are needed: the one before and the one after. --before and --after add more.');
  if (values.json === true && values.markdown === true) throw wrongArguments('diff', 'Give either --json or --markdown.');
  const thresholdUs = thresholdArgument('diff', values.threshold);
  const paths = { before: [first, ...(values.before ?? [])], now: [second, ...(values.after ?? [])] };
  const read = async (given: readonly string[]): Promise<readonly DiffCapture[]> => {
    const captures: DiffCapture[] = [];
    for (const path of given) captures.push(await readCapture(resolve(folder, path), thresholdUs, values.package, terminal));
    return captures;
  };
  const [before, now] = [await read(paths.before), await read(paths.now)];
  const diff = await new Turns(nodeTurns, terminal.signal).run(diffSets(before, now, thresholdUs));
  const places = await sourcePlaces(folder, placesIn(diff), (text) => terminal.say(text));
  const names = (captures: readonly DiffCapture[]): readonly string[] => captures.map(({ measured }) => measured.name);
  const diffed: Diffed = { diff, before: names(before), now: names(now), thresholdUs, places };
  const form = values.json === true ? diffJson : values.markdown === true ? diffMarkdown : diffText;
  terminal.out(form(diffed));
  return 0;
}

/** The model goes when its lags and functions are known. */
async function readCapture(
  path: string,
  thresholdUs: number,
  packages: readonly string[] | undefined,
  { signal, say }: Terminal,
): Promise<DiffCapture> {
  const { model, imported } = await anyModel(path, signal);
  if (imported !== undefined) say(imported.text);
  const turns = new Turns(nodeTurns, signal);
  const isAppClass = appClassPredicate({ packages: [], prefixes: packages ?? appPrefixesOf(model) });
  const measured = await turns.run(measureSession(model, { name: basename(path), thresholdUs, isAppClass }));
  const functions = await turns.run(lagFunctions(model, measured.blocking, new AppMethods(model, isAppClass)));
  return { measured, functions };
}

function placesIn({ groups, functions }: SessionDiff): ReadonlyMap<string, SourcePlace> {
  return new Map([...groups, ...functions].flatMap(({ key, place }) => (place === undefined ? [] : [[key, place] as const])));
}
