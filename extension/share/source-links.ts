import type * as vscode from 'vscode';
import { callSiteOf, frameOf } from '../../core/analysis/frames/frame.ts';
import { uint32At } from '../../core/columns/at.ts';
import type { SampleColumns } from '../../core/session/columns/sample-columns.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { SourceFinder } from '../sources/source-finder.ts';

/** Sources searched at most, as each searches the workspace. */
const MOST_PLACES = 400;

interface SourceLinkOptions {
  readonly isAppClass: (dottedClass: string) => boolean;
  readonly finder: Pick<SourceFinder, 'findQuietly'>;
  /** A session's path as the page has it, maybe shortened. */
  readonly shownPath: (path: string) => string;
}

/** Local paths of app sources by the page's `class file`, with slashes. Leaves out missing sources and those that need a question. */
export async function sharedPlaces(
  model: SessionModel,
  { isAppClass, finder, shownPath }: SourceLinkOptions,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const wanted = new Map<string, { readonly class: string; readonly file: string; readonly path?: string; readonly line: number }>();
  for (const node of shownNodes(model)) {
    if (wanted.size >= MOST_PLACES) break;
    const frame = frameOf(model, node);
    if (frame.sourceFile === '' || (frame.sourcePath === '' && !isAppClass(frame.class))) continue;
    const className = frame.inlined?.class || frame.class;
    const path = frame.sourcePath === '' ? {} : { path: frame.sourcePath };
    wanted.set(`${className} ${shownPath(frame.sourcePath) || frame.sourceFile}`, {
      class: className,
      file: frame.sourceFile,
      ...path,
      line: 0,
    });
    const call = callSiteOf(frame);
    if (call !== frame) wanted.set(`${frame.class} ${call.sourceFile}`, { class: frame.class, file: call.sourceFile, line: 0 });
  }
  const places: Record<string, string> = {};
  for (const [key, place] of wanted) {
    if (signal.aborted) break;
    const uri: vscode.Uri | undefined = await finder.findQuietly(place);
    if (uri?.scheme === 'file') places[key] = uri.path;
  }
  return places;
}

/** Sampled stack nodes without repeats, under symbolicated names, main threads first. */
function* shownNodes(model: SessionModel): Generator<number> {
  const seen = new Set([0]);
  const threads = model.threads.toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
  for (const { run, samples } of threads) {
    for (const sampled of nodesOf(samples)) {
      for (let node = model.shownNode(run, sampled); !seen.has(node); node = uint32At(model.nodes.parent, node)) {
        seen.add(node);
        yield node;
      }
    }
  }
}

function nodesOf(samples: SampleColumns): ReadonlySet<number> {
  const nodes = new Set<number>();
  for (let row = 0; row < samples.length; row++) nodes.add(samples.nodeAt(row));
  return nodes;
}
