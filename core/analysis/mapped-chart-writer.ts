import type { SessionModel } from '../session/model.ts';
import type { Thread } from '../session/thread.ts';
import type { CallChart } from './call-chart.ts';
import { jointBit } from './chart-joints.ts';
import { ChartPen } from './chart-pen.ts';
import type { ChartPlace, ChartWriter } from './chart-writer.ts';
import type { StackMap } from './stack-map.ts';

/**
 * Writes the chart of a thread with its stacks as they are in another tree: the same as a `ChartWriter` with these stacks would, but from
 * the pieces of the plain chart, as nothing of where stacks begin and end depends on what is shown of them.
 */
export class MappedChartWriter {
  readonly chart: CallChart;
  readonly #source: ChartWriter;
  readonly #map: StackMap;
  readonly #pen: ChartPen;
  /** Pieces and joints of the source that were taken. */
  #piece = 0;
  #joint = 0;
  #settled: Omit<ChartPlace, 'message' | 'fromUs'> = { pieces: 0, joints: 0, endUs: 0, endSlackUs: 0 };
  #settledPiece = 0;

  /** @param source of the model's own stacks */
  constructor(model: SessionModel, thread: Thread, source: ChartWriter, stacks: StackMap) {
    this.#source = source;
    this.#map = stacks;
    this.#pen = new ChartPen(model, thread, stacks);
    this.chart = this.#pen.chart;
  }

  /** Writes ahead, so many pieces of the source in a step: `update` goes on from where that came to. */
  *ahead(pieces: number): Generator<void> {
    this.#goBack();
    while (this.#piece + pieces < this.#source.settled.pieces) {
      this.#take(this.#piece + pieces, this.#source.settled.joints);
      this.#settle(this.#source.chart.beginUs[this.#piece] ?? 0, 0);
      yield;
    }
  }

  /** Takes in what came to the source, which is up to date, since the last time. */
  update(): void {
    const { chart, joints, settled } = this.#source;
    this.#goBack();
    this.#take(settled.pieces, settled.joints);
    this.#settle(settled.endUs, settled.endSlackUs);
    this.#take(chart.length, joints.length);
    this.chart.endUs = chart.endUs;
    this.chart.endSlackUs = chart.endSlackUs;
  }

  #goBack(): void {
    const { length } = this.#source.chart;
    // Only at first: with far fewer pieces than the source it would be copied with each picture.
    if (this.chart.length === 0) this.chart.reserve(length);
    this.#pen.returnTo(this.#settled.pieces, this.#settled.endUs);
    this.#piece = this.#settledPiece;
    this.#joint = this.#settled.joints;
  }

  /** What is written so far stays, and ends at a time. */
  #settle(endUs: number, endSlackUs: number): void {
    this.chart.endUs = endUs;
    this.chart.endSlackUs = endSlackUs;
    this.chart.settled = this.chart.length;
    this.#settled = { pieces: this.chart.length, joints: this.#joint, endUs, endSlackUs };
    this.#settledPiece = this.#piece;
  }

  /** Takes the pieces and joints of the source before these. */
  #take(pieces: number, joints: number): void {
    const { beginUs, slackUs, node } = this.#source.chart;
    const { of } = this.#map;
    const pen = this.#pen;
    const joint = this.#source.joints.piece;
    // Of a piece that was taken before.
    this.#takeJoints(this.#piece - 1, joints);
    for (let piece = this.#piece; piece < pieces; piece++) {
      // One that stands for time in which nobody looked is told of by the joint of the next one.
      const mayBeJoined = this.#joint < joints && (joint[this.#joint] ?? 0) <= piece + 1;
      if (!mayBeJoined || !this.#isJoint(piece)) pen.enter(beginUs[piece] ?? 0, slackUs[piece] ?? 0, of[node[piece] ?? 0] ?? 0);
      if (mayBeJoined) this.#takeJoints(piece, joints);
    }
    this.#piece = pieces;
  }

  /** True when the next joint tells of the begin of a piece. Of a time in which nobody looked the stacks say whether it is a piece. */
  #isJoint(piece: number): boolean {
    const { chart, joints: joint } = this.#source;
    const beginUs = chart.beginUs[piece];
    const at = joint.piece[this.#joint];
    if (at === piece && joint.beginUs[this.#joint] === beginUs) return true;
    const isHole = ((joint.what[this.#joint] ?? 0) & jointBit.hole) !== 0 && joint.endUs[this.#joint] === beginUs;
    return isHole && (at === piece || at === piece + 1);
  }

  #takeJoints(piece: number, joints: number): void {
    const { joints: joint } = this.#source;
    for (; this.#joint < joints && joint.piece[this.#joint] === piece; this.#joint++) {
      const what = joint.what[this.#joint] ?? 0;
      const beginUs = joint.beginUs[this.#joint] ?? 0;
      this.chart.endUs = joint.endUs[this.#joint] ?? 0;
      this.chart.endSlackUs = joint.endSlackUs[this.#joint] ?? 0;
      if ((what & jointBit.unseen) !== 0) this.#pen.unseen(beginUs - this.chart.endUs);
      if ((what & jointBit.message) !== 0) this.#pen.message();
      this.#pen.enter(beginUs, joint.slackUs[this.#joint] ?? 0, this.#rowOf(piece));
    }
  }

  #rowOf(piece: number): number {
    return this.#map.of[this.#source.chart.node[piece] ?? 0] ?? 0;
  }
}
