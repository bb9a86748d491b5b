import type { Cause, CauseFrame, CauseSentence, CauseValue } from '../causes/facts/cause.ts';
import { type CauseTextKey, causeTexts } from '../causes/facts/cause-texts.ts';
import { awaitedClass } from '../frames/class-names.ts';
import { formatBytes } from './format-bytes.ts';
import { formatCount } from './format-count.ts';
import { formatDuration } from './format-duration.ts';

/** Words of a sentence, or a value between them. */
export type CausePart = string | Exclude<CauseValue, { readonly kind: 'words' }>;

type Templates = (key: CauseTextKey) => string;

const english: Templates = (key) => causeTexts[key];

/**
 * Sentences in the order of their words, with a blank between two.
 * @param templates translated by views
 */
export function causeParts(sentences: readonly CauseSentence[], templates: Templates = english): readonly CausePart[] {
  return sentences.flatMap((sentence, at) => [...(at > 0 ? [' '] : []), ...partsOf(sentence, templates)]);
}

function partsOf([key, ...values]: CauseSentence, templates: Templates): readonly CausePart[] {
  return templates(key)
    .split(/(\{\d\})/)
    .flatMap((piece): readonly CausePart[] => {
      const value = /^\{\d\}$/.test(piece) ? values[Number(piece[1])] : undefined;
      if (value === undefined) return piece === '' ? [] : [piece];
      return value.kind === 'words' ? [templates(value.key)] : [value];
    });
}

/** In English, not yet harmless: names are the session's. */
export function causeText({ sentences }: Pick<Cause, 'sentences'>): string {
  return causeParts(sentences).map(partText).join('');
}

export function partText(part: CausePart): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'duration':
      return formatDuration(part.us);
    case 'share':
      return `${Math.round(part.share * 100)} %`;
    case 'count':
      return formatCount(part.count);
    case 'bytes':
      return formatBytes(part.bytes);
    case 'class':
      return awaitedClass(part.class) || '?';
    case 'frame':
      return `${part.label}${placeText(part)}`;
    case 'thread':
    case 'name':
    case 'setting':
      return part.name;
  }
}

/** ` (Cart.kt:12)`, or nothing. */
export function placeText({ file, line }: Pick<CauseFrame, 'file' | 'line'>): string {
  return file === '' ? '' : ` (${file}${line > 0 ? `:${line}` : ''})`;
}
