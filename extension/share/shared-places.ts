import type * as vscode from 'vscode';
import { callSiteOf, frameOf } from '../../core/analysis/frame.ts';
import type { SessionModel } from '../../core/session/model.ts';
import type { SourceFinder } from '../sources/source-finder.ts';

/** More sources than this are not looked for: each is a search through the workspace. */
const MOST_PLACES = 400;

/**
 * Where the sources of a session's app code are on this computer, by `class file` as the page asks for them. What is not found, and what
 * would need a question, is left out.
 */
export async function sharedPlaces(
  model: SessionModel,
  isAppClass: (dottedClass: string) => boolean,
  finder: SourceFinder,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const wanted = new Map<string, { readonly class: string; readonly file: string; readonly path?: string; readonly line: number }>();
  for (let node = 1; node < model.nodes.length && wanted.size < MOST_PLACES; node++) {
    const frame = frameOf(model, node);
    if (frame.sourceFile === '' || (frame.sourcePath === '' && !isAppClass(frame.class))) continue;
    const className = frame.inlined?.class || frame.class;
    const path = frame.sourcePath === '' ? {} : { path: frame.sourcePath };
    wanted.set(`${className} ${frame.sourcePath || frame.sourceFile}`, { class: className, file: frame.sourceFile, ...path, line: 0 });
    const call = callSiteOf(frame);
    if (call !== frame) wanted.set(`${frame.class} ${call.sourceFile}`, { class: frame.class, file: call.sourceFile, line: 0 });
  }
  const places: Record<string, string> = {};
  for (const [key, place] of wanted) {
    if (signal.aborted) break;
    const uri: vscode.Uri | undefined = await finder.findQuietly(place);
    if (uri?.scheme === 'file') places[key] = uri.fsPath;
  }
  return places;
}
