import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { addTimes } from '../export/stack-times.ts';
import { threadSpans } from '../export/thread-spans.ts';
import { wallStartUs } from '../export/wall-start.ts';
import { PprofEncoder } from './pprof-encoder.ts';

const WALL = { type: 'wall', unit: 'microseconds' };

/** One sample per thread and stack, with labels of its thread. Times are wall times, of waits, too. */
export function* writePprof({ model, name }: ExportTask): Generator<Uint8Array> {
  const first = model.runs[0];
  const encoder = new PprofEncoder({
    sampleTypes: [WALL],
    defaultSampleType: WALL.type,
    timeNanos: BigInt(wallStartUs(model)) * 1_000n,
    durationNanos: Math.round(model.nowUs) * 1_000,
    period: { ...WALL, value: first?.settings?.intervalUs ?? first?.hello?.intervalUs ?? 0 },
    comments: [name],
  });
  const locations = new Locations(model, encoder);
  for (const thread of model.threads) {
    const us = new Map<number, number>();
    for (const spans of threadSpans(model, thread)) {
      addTimes(us, spans);
      yield new Uint8Array(0);
    }
    const labels = { thread: thread.name, tid: thread.tid };
    for (const [node, spentUs] of us) {
      const value = Math.round(spentUs);
      if (value > 0) encoder.sample(locations.ofStack(node), [value], labels);
    }
  }
  yield encoder.finish();
}

/** Places in functions by row of `model.nodes`. */
class Locations {
  readonly #model: SessionModel;
  readonly #encoder: PprofEncoder;
  readonly #byNode = new Map<number, number>();

  constructor(model: SessionModel, encoder: PprofEncoder) {
    this.#model = model;
    this.#encoder = encoder;
  }

  /** Innermost first. */
  ofStack(node: number): readonly number[] {
    const found: number[] = [];
    for (let at = node; at !== 0; at = uint32At(this.#model.nodes.parent, at)) found.push(this.#of(at));
    return found;
  }

  #of(node: number): number {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const { class: className, method, label, sourceFile, sourcePath, line } = frameOf(this.#model, node);
    const location = this.#encoder.location(className === '' ? label : `${className}.${method}`, sourcePath || sourceFile, line);
    this.#byNode.set(node, location);
    return location;
  }
}
