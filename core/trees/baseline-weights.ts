import { methodKey } from '../analysis/frames/stable-name.ts';
import type { BaselineTree } from '../analysis/lags/groups/baseline-tree.ts';
import { float64At, numberAt, uint32At } from '../columns/at.ts';
import type { SessionModel } from '../session/model/model.ts';
import type { ViewStacks } from './view-stacks.ts';
import type { SelfWeights } from './weights.ts';

/**
 * By name. A missing function counts for its caller, so no time is lost.
 * @param stacks the session's own, without transforms
 */
export function baselineWeights(model: SessionModel, stacks: ViewStacks, tree: BaselineTree): SelfWeights {
  const rows = matchingRows(model, stacks, tree);
  const nodes = anyNodes(model, stacks);
  const slots = new Map<number, number>();
  // A baseline's thread may have no rows.
  const node = new Uint32Array(Math.max(1, tree.parent.length));
  const columns = [new Float64Array(node.length), new Float64Array(node.length), new Float64Array(node.length)] as const;
  const [wall, cpu, blocked] = columns;
  for (const [at, row] of rows.entries()) {
    const slot = slots.get(row) ?? slots.size;
    slots.set(row, slot);
    node[slot] = uint32At(nodes, row);
    wall[slot] = float64At(wall, slot) + numberAt(tree.selfUs, at);
    cpu[slot] = float64At(cpu, slot) + numberAt(tree.busyUs, at);
    blocked[slot] = float64At(blocked, slot) + numberAt(tree.blockedUs, at);
  }
  return {
    length: slots.size,
    node,
    wall,
    cpu,
    blocked,
    ready: new Float64Array(0),
    samples: new Float64Array(node.length),
    allocated: new Float64Array(0),
    idleUs: 0,
  };
}

/** By row of the baseline's tree: the row with the same functions, or of its nearest caller. */
function matchingRows(model: SessionModel, stacks: ViewStacks, tree: BaselineTree): readonly number[] {
  const found = rowsByPlace(model, stacks, new Set(tree.names));
  /** Overloads and lambdas share a name, so a baseline row may match several rows. */
  const candidates: (readonly number[])[] = [[0]];
  const rows = tree.parent.length === 0 ? [] : [0];
  for (let at = 1; at < tree.parent.length; at++) {
    const caller = numberAt(tree.parent, at);
    const name = tree.names[numberAt(tree.name, at)] ?? '';
    const same = (candidates[caller] ?? []).flatMap((row) => found.get(`${row} ${name}`) ?? []);
    candidates.push(same);
    rows.push(same[0] ?? rows[caller] ?? 0);
  }
  return rows;
}

/** Rows by caller and wanted name. */
function rowsByPlace(model: SessionModel, stacks: ViewStacks, wanted: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> {
  const keys: (string | undefined)[] = [];
  const keyOf = (method: number): string => {
    const key = keys[method] ?? methodKey(model, method);
    keys[method] = key;
    return key;
  };
  const found = new Map<string, number[]>();
  for (let row = 1; row < stacks.length; row++) {
    const key = keyOf(uint32At(stacks.method, row));
    if (!wanted.has(key)) continue;
    const place = `${stacks.parent[row]} ${key}`;
    const same = found.get(place);
    if (same === undefined) found.set(place, [row]);
    else same.push(row);
  }
  return found;
}

/** Any, by row of the stacks. */
function anyNodes(model: SessionModel, stacks: ViewStacks): Uint32Array {
  const nodes = new Uint32Array(stacks.length);
  for (let node = model.nodes.length - 1; node > 0; node--) nodes[uint32At(stacks.of, node)] = node;
  nodes[0] = 0;
  return nodes;
}
