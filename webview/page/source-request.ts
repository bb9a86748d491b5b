import { callSiteOf, type Frame, frameOf } from '../../core/analysis/frames/frame.ts';
import { uint32At } from '../../core/columns/at.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { SourcePlace, SourceRequest } from '../../protocol/parse-from-page.ts';

/** Source places of a node and its caller; an inlined function adds the place of its call. */
export function sourceRequest(model: SessionModel, node: number): SourceRequest {
  const frame = frameOf(model, node);
  const { class: className, method, sourceFile, line, inlined } = frame;
  const caller = callerPlace(model, node);
  const phone = phoneOf(model);
  if (inlined === undefined) {
    return { class: className, method, file: sourceFile, ...pathOf(frame), line, call: undefined, caller, ...phone };
  }
  const call = callSiteOf(frame);
  return {
    class: inlined.class === '' ? className : inlined.class,
    method,
    file: sourceFile,
    line,
    call: call === frame ? undefined : { class: className, file: call.sourceFile, line: call.line },
    caller,
    ...phone,
  };
}

/** Selects the sources of Android itself. */
function phoneOf(model: SessionModel): { readonly apiLevel?: number } {
  const hello = model.runs.at(-1)?.hello;
  return hello?.os === 'android' && hello.apiLevel > 0 ? { apiLevel: hello.apiLevel } : {};
}

/** The call in the parent node; undefined at the bottom of the stack. */
function callerPlace(model: SessionModel, node: number): SourcePlace | undefined {
  const parent = uint32At(model.nodes.parent, node);
  if (parent === 0) return undefined;
  const caller = frameOf(model, parent);
  const call = callSiteOf(caller);
  return { class: caller.class, file: call.sourceFile, ...pathOf(caller), line: call.line };
}

function pathOf({ sourcePath }: Frame): { readonly path?: string } {
  return sourcePath === '' ? {} : { path: sourcePath };
}
