import type { FrameFacts } from '../import/frame-table.ts';

/** `void android.os.Handler.dispatchMessage(android.os.Message)`, also without types, and with `#` and metadata behind. */
const METHOD = /^(?:[^\s()]{1,500} )?([^\s()]{1,1000})\.([^\s().]{1,500})(?:\(.*)?$/;

/** Others are functions without a class. */
export function methodOfText(text: string): FrameFacts {
  const plain = withoutMetadata(text).trim();
  const [, owner, name = ''] = METHOD.exec(plain.length > 4_000 ? '' : plain) ?? [];
  return owner === undefined ? { function: plain } : { class: owner, function: name };
}

/** Metadata follow the last `#`, behind the method's parentheses. */
function withoutMetadata(text: string): string {
  const from = text.indexOf('#', Math.max(text.lastIndexOf('('), text.lastIndexOf(')')) + 1);
  return from < 0 ? text : text.slice(0, from);
}
