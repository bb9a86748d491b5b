import { basename } from 'node:path';
import { measureSession } from '../../core/analysis/budgets/measure-session.ts';
import { FrameCounter, type FrameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import { appClassPredicate, appPrefixesOf } from '../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { type BaselineTree, baselineTree } from '../../core/analysis/lags/groups/baseline-tree.ts';
import type { DiffCapture } from '../../core/analysis/session-diff/diff-sets.ts';
import { lagFunctions } from '../../core/analysis/session-diff/lag-functions.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { anyModel } from '../../host/formats/any-model.ts';
import { nodeTurns } from '../../host/turn-driver.ts';

/** What remains of a session once its model is gone. */
export interface ReadCapture extends DiffCapture {
  /** Of its main threads. */
  readonly tree: BaselineTree;
  /** Undefined if the agent reported none. */
  readonly frames: FrameTotals | undefined;
}

/** Rejects with LaglensError, and AbortError on the signal. */
export async function readCapture(
  path: string,
  thresholdUs: number,
  packages: readonly string[] | undefined,
  { signal, say }: { readonly signal: AbortSignal; say(text: string): void },
): Promise<ReadCapture> {
  const { model, imported } = await anyModel(path, signal);
  if (imported !== undefined) say(imported.text);
  const turns = new Turns(nodeTurns, signal);
  const isAppClass = appClassPredicate({ packages: [], prefixes: packages ?? appPrefixesOf(model) });
  const measured = await turns.run(measureSession(model, { name: basename(path), thresholdUs, isAppClass }));
  const functions = await turns.run(lagFunctions(model, measured.blocking, new AppMethods(model, isAppClass)));
  const counter = new FrameCounter(model);
  await turns.run(counter.updateInSteps());
  const mains = model.threads.filter(({ isMain }) => isMain);
  return { measured, functions, tree: baselineTree(model, mains), frames: counter.totals };
}
