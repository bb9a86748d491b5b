import { namePartsOf } from '../import/frame-names.ts';
import type { FrameFacts } from '../import/frame-table.ts';

/** `void android.os.Handler.dispatchMessage(android.os.Message)`, also without types, and with `#` and metadata behind. */
export function methodOfText(text: string): FrameFacts {
  const hash = text.lastIndexOf('#');
  const isPlain = hash < 0 || text.includes('(', hash) || text.includes(')', hash);
  const parts = namePartsOf(isPlain ? text : text.slice(0, hash), { isManaged: true });
  // One method whether or not an event has its types.
  return { class: parts.class, function: parts.function };
}
