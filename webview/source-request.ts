import { callSiteOf, frameOf } from '../core/analysis/frame.ts';
import type { SessionModel } from '../core/session/model.ts';
import type { SourceRequest } from '../extension/page-protocol.ts';

/** Where the source of a stack node is; of an inlined function its own place, and the place of the call besides. */
export function sourceRequest(model: SessionModel, node: number): SourceRequest {
  const frame = frameOf(model, node);
  const { class: className, method, sourceFile, line, inlined } = frame;
  if (inlined === undefined) return { class: className, method, file: sourceFile, line, call: undefined };
  const call = callSiteOf(frame);
  return {
    class: inlined.class === '' ? className : inlined.class,
    method,
    file: sourceFile,
    line,
    call: call === frame ? undefined : { class: className, file: call.sourceFile, line: call.line },
  };
}
