import { listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { pathOfName } from '../field/apple-facts.ts';
import type { WeightedStack } from '../field/field-report.ts';
import type { KsContext } from '../field/native-frames.ts';
import { callBytes } from '../field/native-frames.ts';

interface Open {
  readonly frame: unknown;
  readonly parent: number;
}

/** Threads begin in them: `start`, `start_wqthread`, `thread_start`. */
const PROGRAM_START = /^(?:dyld|dyld_sim|libdyld\.dylib)$/;
const LEAST_ADDRESS = 2 ** 32;
const THREAD_START = /^libsystem_pthread\.dylib$/;

/**
 * Stacks of one entry of `callStacks`.
 * @param isPerThread `callStackPerThread`: decides where the frames do not
 */
export function callStacks(roots: readonly unknown[], isPerThread: boolean, context: KsContext): readonly WeightedStack[] {
  const chain = chainOf(roots);
  if (chain === undefined) return treeStacks(roots, context);
  if (chain.length === 0) return [];
  const innermostFirst = beginsInside(chain, isPerThread) ? chain : chain.toReversed();
  let stack = 0;
  for (let at = innermostFirst.length - 1; at >= 0; at--) stack = context.tables.stack(stack, frameOf(innermostFirst[at], at > 0, context));
  return [{ stack, weight: Math.max(1, samplesOf(innermostFirst[0])) }];
}

/** Frames of a tree without branches; undefined for others. */
function chainOf(roots: readonly unknown[]): readonly unknown[] | undefined {
  const chain: unknown[] = [];
  for (let level = roots; level.length > 0; level = listField(level[0], 'subFrames')) {
    if (level.length > 1) return undefined;
    chain.push(level[0]);
  }
  return chain;
}

function beginsInside(chain: readonly unknown[], isPerThread: boolean): boolean {
  const first = textField(chain[0], 'binaryName');
  const last = textField(chain.at(-1), 'binaryName');
  for (const start of [PROGRAM_START, THREAD_START]) {
    if (start.test(first) !== start.test(last)) return start.test(last);
  }
  return isPerThread;
}

/** A sampled tree: callers above callees; `sampleCount` counts a frame with its callees. */
function treeStacks(roots: readonly unknown[], context: KsContext): readonly WeightedStack[] {
  const found: WeightedStack[] = [];
  const open: Open[] = roots.toReversed().map((frame) => ({ frame, parent: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inside = listField(next.frame, 'subFrames');
    const stack = context.tables.stack(next.parent, frameOf(next.frame, inside.length > 0, context));
    const own = samplesOf(next.frame) - inside.reduce((sum: number, each) => sum + samplesOf(each), 0);
    if (own > 0) found.push({ stack, weight: own });
    for (let at = inside.length - 1; at >= 0; at--) open.push({ frame: inside[at], parent: stack });
  }
  return found;
}

function samplesOf(frame: unknown): number {
  return Math.max(0, numberField(frame, 'sampleCount') ?? 0);
}

/** iOS 14 writes the load address instead; offsets are below 4 GiB. */
function offsetOf(written: number | undefined, address: number | undefined): number | undefined {
  if (written === undefined || written < 0) return undefined;
  if (written < LEAST_ADDRESS) return written;
  return address === undefined || address < written ? undefined : address - written;
}

/** @param isCaller its address is that of a return */
function frameOf(frame: unknown, isCaller: boolean, { tables, images, arch }: KsContext): number {
  const address = numberField(frame, 'address');
  const offset = offsetOf(numberField(frame, 'offsetIntoBinaryTextSegment'), address);
  const name = textField(frame, 'binaryName');
  if (offset === undefined || name === '') return tables.frame({ function: `0x${Math.max(0, address ?? 0).toString(16)}` });
  const base = address === undefined || address < offset ? undefined : address - offset;
  const image = images.add({ path: pathOfName(name, base), uuid: textField(frame, 'binaryUUID'), base: base ?? 0, size: 0, linkedAt: 0 });
  return tables.frame({ function: '', image, address: Math.max(0, offset - (isCaller ? callBytes(arch) : 0)) });
}
