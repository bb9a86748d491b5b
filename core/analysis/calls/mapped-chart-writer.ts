import { float32At, float64At, uint8At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import type { CallChart } from './call-chart.ts';
import { CallChartBuilder } from './call-chart-builder.ts';
import { boundaryBit } from './chart-boundaries.ts';
import type { ChartWriter, ResumePoint } from './chart-writer.ts';
import type { StackMap } from './stack-map.ts';

/**
 * Maps the stacks of a plain chart. The result equals a `ChartWriter`'s with these stacks, as begins and ends don't depend on the mapping.
 */
export class MappedChartWriter {
  readonly chart: CallChart;
  readonly #source: ChartWriter;
  readonly #map: StackMap;
  readonly #builder: CallChartBuilder;
  #piece = 0;
  #boundary = 0;
  #settled: Omit<ResumePoint, 'message' | 'resumeUs'> = { pieces: 0, boundaries: 0, endUs: 0, endSlackUs: 0 };
  #settledPiece = 0;

  /** @param source of the model's own stacks */
  constructor(model: SessionModel, thread: Thread, source: ChartWriter, stacks: StackMap) {
    this.#source = source;
    this.#map = stacks;
    this.#builder = new CallChartBuilder(model, thread, stacks);
    this.chart = this.#builder.chart;
  }

  /** Writes in steps of source pieces; `update` continues from there. */
  *ahead(pieces: number): Generator<void> {
    this.#goBack();
    while (this.#piece + pieces < this.#source.settled.pieces) {
      this.#take(this.#piece + pieces, this.#source.settled.boundaries);
      this.#settle(float64At(this.#source.chart.beginUs, this.#piece), 0);
      yield;
    }
  }

  update(): void {
    const { chart, boundaries, settled } = this.#source;
    this.#goBack();
    this.#take(settled.pieces, settled.boundaries);
    this.#settle(settled.endUs, settled.endSlackUs);
    this.#take(chart.length, boundaries.length);
    this.chart.endUs = chart.endUs;
    this.chart.endSlackUs = chart.endSlackUs;
  }

  #goBack(): void {
    const { length } = this.#source.chart;
    // Only at first; later a far smaller chart would be copied each time.
    if (this.chart.length === 0) this.chart.reserve(length);
    this.#builder.returnTo(this.#settled.pieces, this.#settled.endUs);
    this.#piece = this.#settledPiece;
    this.#boundary = this.#settled.boundaries;
  }

  /** Pieces so far are final, and end at a time. */
  #settle(endUs: number, endSlackUs: number): void {
    this.chart.endUs = endUs;
    this.chart.endSlackUs = endSlackUs;
    this.chart.settled = this.chart.length;
    this.#settled = { pieces: this.chart.length, boundaries: this.#boundary, endUs, endSlackUs };
    this.#settledPiece = this.#piece;
  }

  #take(pieces: number, boundaryCount: number): void {
    const { beginUs, slackUs, node } = this.#source.chart;
    const { of } = this.#map;
    const builder = this.#builder;
    const boundaryPiece = this.#source.boundaries.piece;
    // Boundaries of an earlier piece.
    this.#takeBoundaries(this.#piece - 1, boundaryCount);
    for (let piece = this.#piece; piece < pieces; piece++) {
      // A gap's piece belongs to the next boundary.
      const mayBeJoined = this.#boundary < boundaryCount && uint32At(boundaryPiece, this.#boundary) <= piece + 1;
      if (!mayBeJoined || !this.#isAtBoundary(piece))
        builder.enter(float64At(beginUs, piece), float32At(slackUs, piece), uint32At(of, uint32At(node, piece)));
      if (mayBeJoined) this.#takeBoundaries(piece, boundaryCount);
    }
    this.#piece = pieces;
  }

  /** True when the next boundary is a piece's begin. For a gap, the stacks decide. */
  #isAtBoundary(piece: number): boolean {
    const { chart, boundaries } = this.#source;
    const beginUs = chart.beginUs[piece];
    const at = boundaries.piece[this.#boundary];
    if (at === piece && boundaries.beginUs[this.#boundary] === beginUs) return true;
    const isHole = (uint8At(boundaries.what, this.#boundary) & boundaryBit.hole) !== 0 && boundaries.endUs[this.#boundary] === beginUs;
    return isHole && (at === piece || at === piece + 1);
  }

  #takeBoundaries(piece: number, boundaryCount: number): void {
    const { boundaries } = this.#source;
    for (; this.#boundary < boundaryCount && boundaries.piece[this.#boundary] === piece; this.#boundary++) {
      const what = uint8At(boundaries.what, this.#boundary);
      const beginUs = float64At(boundaries.beginUs, this.#boundary);
      this.chart.endUs = float64At(boundaries.endUs, this.#boundary);
      this.chart.endSlackUs = float64At(boundaries.endSlackUs, this.#boundary);
      if ((what & boundaryBit.unseen) !== 0) this.#builder.unseen(beginUs - this.chart.endUs);
      if ((what & boundaryBit.message) !== 0) this.#builder.message();
      this.#builder.enter(beginUs, float64At(boundaries.slackUs, this.#boundary), this.#rowOf(piece));
    }
  }

  #rowOf(piece: number): number {
    return uint32At(this.#map.of, uint32At(this.#source.chart.node, piece));
  }
}
