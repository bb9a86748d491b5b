import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { FieldReport, WeightedStack } from '../field/field-report.ts';
import { callBytes, type KsContext } from '../field/native-frames.ts';
import type { ImportReport } from '../import/import-report.ts';
import { dumpKindOf, FRAMES_LATE } from './dump-kinds.ts';

interface Open {
  readonly node: unknown;
  readonly parent: number;
}

/**
 * Nodes of Matrix's `stack_string`: `child` nodes are callees; `sample` counts a node with its callees. `object_name` holds the symbol.
 * Addresses of callers are returns.
 */
export function callTreeStacks(roots: readonly unknown[], { tables, images, arch }: KsContext): readonly WeightedStack[] {
  const found: WeightedStack[] = [];
  const open: Open[] = [...roots].reverse().map((node) => ({ node, parent: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, parent } = next;
    const children = listField(node, 'child');
    const address = numberField(node, 'instruction_address') ?? 0;
    const call = children.length === 0 ? address : address - callBytes(arch);
    const stack = tables.stack(parent, images.frame(0, call, textField(node, 'object_name')));
    const inside = children.reduce((sum: number, child) => sum + samplesOf(child), 0);
    const own = samplesOf(node) - inside;
    if (own > 0) found.push({ stack, weight: own });
    for (let at = children.length - 1; at >= 0; at--) open.push({ node: children[at], parent: stack });
  }
  return found;
}

function samplesOf(node: unknown): number {
  return Math.max(0, numberField(node, 'sample') ?? 0);
}

/** Matrix's defaults: scrolls are sampled each millisecond; a ring of power stacks is read each second. */
const FRAME_SAMPLE_US = 1_000;

/** A report that is a tree only: power (2011) and frames (2014). */
export function treeReport(one: unknown, roots: readonly unknown[], context: KsContext, report: ImportReport): FieldReport | undefined {
  const stacks = callTreeStacks(roots, context);
  if (stacks.length === 0) return undefined;
  const dumpType = numberField(one, 'dump_type') ?? 0;
  const scene = textField(one, 'scene') || textField(field(one, 'custom_info'), 'scene');
  const title = `Matrix: ${dumpKindOf(dumpType).title} (${dumpType})${scene === '' ? '' : `, ${scene}`}`;
  const isMain = dumpType === FRAMES_LATE;
  const thread = { name: isMain ? 'main' : 'busy threads', tid: 0, isMain, group: '', stacks };
  const samples = stacks.reduce((sum, { weight }) => sum + weight, 0);
  if (isMain) report.assumed('A sample of late frames is a millisecond, Matrix’s interval for scrolling.');
  else report.assumed('Weights of a power report count as milliseconds: it has no times, and its threads are one.');
  return { title, lastsUs: samples * FRAME_SAMPLE_US, threads: [thread] };
}
