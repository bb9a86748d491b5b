import { codeSpan } from '../../text/markdown-text.ts';
import type { Cause } from '../causes/cause.ts';
import { type CausePart, causeParts, partText } from './cause-text.ts';

const LONGEST = 200;

/** The cause in English, with the session's names as code. */
export function causeMarkdown({ sentences }: Cause): string {
  return causeParts(sentences).map(partMarkdown).join('');
}

function partMarkdown(part: CausePart): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'frame':
      return `${codeSpan(part.label, LONGEST)}${placeMarkdown(part)}`;
    case 'thread':
    case 'class':
    case 'name':
      return codeSpan(partText(part), LONGEST);
    default:
      return partText(part);
  }
}

/** ` (`Cart.kt:12`)`, or nothing. */
export function placeMarkdown({ file, line }: { readonly file: string; readonly line: number }): string {
  return file === '' ? '' : ` (${codeSpan(`${file}${line > 0 ? `:${line}` : ''}`, LONGEST)})`;
}
