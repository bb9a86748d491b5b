import { extname, resolve } from 'node:path';
import { parseArguments, thresholdArgument } from '../../../cli/cli-arguments.ts';
import { sharedFiles } from '../../../cli/shared-files.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { writeReport } from '../../../cli/write-report.ts';
import type { SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import { appWarnings } from '../../../core/analysis/measures/set-warnings.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { sourcePlaces } from '../../../host/folders/source-places.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import type { DiffedCapture } from '../core/diff-capture.ts';
import { diffFrames } from '../core/diff-frames.ts';
import { diffSets, type SessionDiff } from '../core/diff-sets.ts';
import { diffHtml } from './diff-html.ts';
import { diffJson } from './diff-json.ts';
import { diffMarkdown } from './diff-markdown.ts';
import { diffText } from './diff-text.ts';
import type { Diffed } from './diffed.ts';
import { readCapture } from './read-capture.ts';

/** `laglens diff`: what changed between two sessions, or two sets of them. */
export async function runDiff(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('diff', args, {
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    html: { type: 'string' },
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
  // A session in its place would be lost.
  if (values.html !== undefined && extname(values.html) !== '.html')
    throw wrongArguments('diff', '--html needs a file that ends in .html.');
  const thresholdUs = thresholdArgument('diff', values.threshold);
  const paths = { before: [first, ...(values.before ?? [])], now: [second, ...(values.after ?? [])] };
  const read = async (given: readonly string[]): Promise<readonly DiffedCapture[]> => {
    const captures: DiffedCapture[] = [];
    for (const path of given) captures.push(await readCapture(resolve(folder, path), thresholdUs, values.package, terminal));
    return captures;
  };
  const [before, now] = [await read(paths.before), await read(paths.now)];
  const turns = new Turns(nodeTurns, terminal.signal);
  const diff = await turns.run(diffSets(before, now, thresholdUs));
  const frames = await turns.run(diffFrames(before, now));
  const places = await sourcePlaces(folder, placesIn(diff), (text) => terminal.say(text));
  const names = (captures: readonly DiffedCapture[]): readonly string[] => captures.map(({ measured }) => measured.name);
  const all = [...before, ...now].map(({ measured }) => measured);
  const warnings = [...sharedFiles(paths.before, paths.now, folder), ...appWarnings(all)];
  const diffed: Diffed = { diff, frames, before: names(before), now: names(now), thresholdUs, places, warnings };
  const form = values.json === true ? diffJson : values.markdown === true ? diffMarkdown : diffText;
  if (values.html !== undefined) await writeReport('diff', resolve(folder, values.html), await diffHtml(diffed, before, now));
  terminal.out(form(diffed));
  return 0;
}

function placesIn({ groups, functions }: SessionDiff): ReadonlyMap<string, SourcePlace> {
  return new Map([...groups, ...functions].flatMap(({ key, place }) => (place === undefined ? [] : [[key, place] as const])));
}
