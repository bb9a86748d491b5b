import type * as vscode from 'vscode';
import { callSiteOf, frameOf } from '../../core/analysis/frames/frame.ts';
import { uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { SourceFinder } from '../sources/source-finder.ts';

/** More sources than this are not looked for: each is a search through the workspace. */
const MOST_PLACES = 400;

export interface SourceLinkOptions {
  readonly isAppClass: (dottedClass: string) => boolean;
  readonly finder: Pick<SourceFinder, 'findQuietly'>;
  /** A path of the session as the page has it, which may be a shorter one. */
  readonly shownPath: (path: string) => string;
}

/**
 * Where the sources of a session's app code are on this computer, with slashes, by `class file` as the page asks for them. What is not
 * found, and what would need a question, is left out.
 */
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

/** Stack nodes that were sampled, each once, under the names that symbols gave them; main threads first, as most is looked at there. */
function* shownNodes(model: SessionModel): Generator<number> {
  const seen = new Set([0]);
  const threads = model.threads.toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
  for (const { run, samples } of threads) {
    for (const sampled of new Set(samples.node.subarray(0, samples.length))) {
      for (let node = model.shownNode(run, sampled); !seen.has(node); node = uint32At(model.nodes.parent, node)) {
        seen.add(node);
        yield node;
      }
    }
  }
}
