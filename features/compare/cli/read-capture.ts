import { basename } from 'node:path';
import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { anyModel } from '../../../host/any-model.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import { type DiffedCapture, diffCapture } from '../core/diff-capture.ts';

/** A session without its model. Rejects with LaglensError, and AbortError on the signal. */
export async function readCapture(
  path: string,
  thresholdUs: number,
  packages: readonly string[] | undefined,
  { signal, say }: { readonly signal: AbortSignal; say(text: string): void },
): Promise<DiffedCapture> {
  const { model, imported } = await anyModel(path, signal);
  if (imported !== undefined) say(imported.text);
  const isAppClass = appClassPredicate({ packages: [], prefixes: packages ?? appPrefixesOf(model) });
  return new Turns(nodeTurns, signal).run(diffCapture(model, { name: basename(path), thresholdUs, isAppClass }));
}
