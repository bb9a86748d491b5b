import { type Frame, frameOf } from '../../../../core/analysis/frames/frame.ts';
import type { SourcePlace } from '../../../../core/analysis/measures/measured-session.ts';
import type { SessionView } from '../session-view.ts';
import { type DataText, dataText, quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, maybe } from '../shapes/shape.ts';

/** A function, and its line where Laglens knows it. */
export const frameFields = {
  name: data('Function, as in the source.'),
  at: maybe(data('FILE:LINE. The file is relative to the workspace if it is there, else its bare name.')),
  sure: maybe(choice('Only for names of native code that are not certain.', ['nearest', 'unknown'])),
};

export type FrameFacts = FieldsOf<typeof frameFields>;

/** @param node row of `model.nodes` */
export function frameFacts(view: SessionView, node: number): FrameFacts {
  const frame = frameOf(view.model, node);
  const at = placeText(view, frame);
  const isSure = frame.confidence === 'app' || frame.confidence === 'exact';
  return {
    name: dataText(frame.label),
    ...(at === undefined ? {} : { at }),
    ...(isSure ? {} : { sure: frame.confidence === 'nearest' ? 'nearest' : 'unknown' }),
  };
}

/** `"Cart.total" ("app/src/Cart.kt:34")` */
export function frameWords({ name, at, sure }: FrameFacts): string {
  const place = at === undefined ? '' : ` (${quoted(at)})`;
  return `${quoted(name)}${place}${sure === undefined ? '' : ` [name: ${sure}]`}`;
}

/** FILE:LINE; undefined without a file. */
export function placeText(
  view: SessionView,
  frame: Pick<Frame, 'sourcePath' | 'sourceFile' | 'class' | 'line' | 'inlined'>,
): DataText | undefined {
  const path = frame.sourcePath || frame.sourceFile;
  if (path === '') return undefined;
  return sourceText(view, { class: frame.inlined?.class || frame.class, path, line: frame.line });
}

/** As `placeText`. Folders outside of the workspace are nobody’s business. */
export function sourceText(view: Pick<SessionView, 'placeOf'>, place: SourcePlace): DataText {
  const file = view.placeOf(place)?.path ?? place.path.split(/[\\/]/).at(-1) ?? '';
  return dataText(place.line > 0 ? `${file}:${place.line}` : file);
}
