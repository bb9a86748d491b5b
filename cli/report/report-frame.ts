import { type FrameRef, frameOf } from '../../core/analysis/frames/frame.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

export interface ReportFrame {
  readonly class: string;
  readonly method: string;
  /** Label as in the source: `Cart.sort λ`. */
  readonly label: string;
  readonly file: string;
  readonly line: number;
}

export function reportFrame(model: SessionModel, { node, class: className, method, sourceFile, line }: FrameRef): ReportFrame {
  return { class: className, method, label: frameOf(model, node).label, file: sourceFile, line };
}
