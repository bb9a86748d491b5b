import type { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { methodKey } from '../../../../core/analysis/frames/stable-name.ts';
import type { BaselineTree } from '../../../../core/analysis/lags/groups/baseline-tree.ts';
import { uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { describedFunction, type KnownFunction } from '../lag-functions.ts';

/** The app's functions of a tree that have a source. @param inLags have their lines with the most time; others the first one that ran */
export function treeFunctions(
  model: SessionModel,
  tree: BaselineTree,
  app: AppMethods,
  inLags: readonly KnownFunction[],
): readonly KnownFunction[] {
  const names = new Set(tree.names);
  const found = new Map<string, KnownFunction>();
  const add = (each: KnownFunction): void => {
    if (each.place !== undefined && names.has(each.key) && !found.has(each.key)) found.set(each.key, each);
  };
  for (const { key, label, place } of inLags) add({ key, label, place });
  const seen = new Uint8Array(model.methods.length);
  const { method, length } = model.nodes;
  for (let node = 1; node < length; node++) {
    const row = uint32At(method, node);
    if (seen[row] !== 0) continue;
    seen[row] = 1;
    const key = app.has(row) ? methodKey(model, row) : '';
    if (key !== '' && !found.has(key)) add({ key, ...describedFunction(frameOf(model, node)) });
  }
  return [...found.values()];
}
