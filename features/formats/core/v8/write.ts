import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { float64At, uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { threadSpans } from '../export/thread-spans.ts';

const ROOT = 1;
const IDLE = 2;
const PER_PIECE = 4_096;

/** One thread only: main, or the first with samples. Times are microseconds since the session's begin. */
export function* writeCpuProfile({ model }: ExportTask): Generator<string> {
  const thread =
    model.threads.find(({ isMain, samples }) => isMain && samples.length > 0) ?? model.threads.find(({ samples }) => samples.length > 0);
  const nodes = new ProfileNodes(model);
  const ids: number[] = [];
  const begins: number[] = [];
  const endUs = thread === undefined ? 0 : yield* collect(model, thread, nodes, ids, begins);
  yield `{"startTime":0,"endTime":${Math.round(endUs)},"nodes":[`;
  yield* nodes.pieces();
  yield '],"samples":[';
  yield* numbers(ids, Number);
  yield '],"timeDeltas":[';
  let atUs = 0;
  yield* numbers(begins, (beginUs) => {
    const deltaUs = beginUs - atUs;
    atUs = beginUs;
    return deltaUs;
  });
  // Equal neighbours are one sample, however long: our reader holds each until the next one.
  yield '],"laglens":{"areChanges":true}}\n';
}

/** @returns the last span's end */
function* collect(model: SessionModel, thread: Thread, nodes: ProfileNodes, ids: number[], begins: number[]): Generator<string, number> {
  let endUs = 0;
  const add = (id: number, atUs: number): void => {
    if (ids.at(-1) === id) return;
    ids.push(id);
    begins.push(Math.round(atUs));
  };
  for (const spans of threadSpans(model, thread)) {
    for (let row = 0; row < spans.length; row++) {
      const beginUs = float64At(spans.beginUs, row);
      if (beginUs > endUs) add(IDLE, endUs);
      add(nodes.of(uint32At(spans.node, row)), beginUs);
      endUs = float64At(spans.endUs, row);
    }
    yield '';
  }
  // Readers guess how long the last sample lasts.
  add(IDLE, endUs);
  return endUs;
}

function* numbers(values: readonly number[], shown: (value: number) => number): Generator<string> {
  for (let from = 0; from < values.length; from += PER_PIECE) {
    const piece = values.slice(from, from + PER_PIECE).map(shown);
    yield `${from === 0 ? '' : ','}${piece.join(',')}`;
  }
}

/** Nodes of the session's stacks, each below its caller. */
class ProfileNodes {
  readonly #model: SessionModel;
  readonly #byNode = new Map<number, number>();
  readonly #rows: { readonly node: number; readonly parent: number }[] = [];

  constructor(model: SessionModel) {
    this.#model = model;
  }

  of(node: number): number {
    const way: number[] = [];
    let id = ROOT;
    for (let at = node; at !== 0; at = uint32At(this.#model.nodes.parent, at)) {
      const known = this.#byNode.get(at);
      if (known !== undefined) {
        id = known;
        break;
      }
      way.push(at);
    }
    for (const at of way.reverse()) {
      this.#rows.push({ node: at, parent: id });
      id = IDLE + this.#rows.length;
      this.#byNode.set(at, id);
    }
    return id;
  }

  *pieces(): Generator<string> {
    const children = new Map<number, number[]>([[ROOT, [IDLE]]]);
    for (const [index, { parent }] of this.#rows.entries()) {
      const found = children.get(parent);
      if (found === undefined) children.set(parent, [IDLE + 1 + index]);
      else found.push(IDLE + 1 + index);
    }
    const node = (id: number, callFrame: object): string =>
      JSON.stringify({ id, callFrame, hitCount: 0, ...(children.has(id) ? { children: children.get(id) } : {}) });
    yield `${node(ROOT, callFrameOf('(root)'))},\n${node(IDLE, callFrameOf('(idle)'))}`;
    for (const [index, row] of this.#rows.entries()) {
      const { class: className, method, label, sourceFile, sourcePath, line } = frameOf(this.#model, row.node);
      const name = className === '' ? label : `${className}.${method}`;
      yield `,\n${node(IDLE + 1 + index, callFrameOf(name, sourcePath || sourceFile, line))}`;
    }
  }
}

/** Lines count from 0; -1 is an unknown one. */
function callFrameOf(functionName: string, url = '', line = 0): object {
  return { functionName, scriptId: '0', url, lineNumber: line - 1, columnNumber: -1 };
}
