import type { Cause, CauseSentence } from '../../../../core/analysis/causes/facts/cause.ts';
import { type CausePart, causeParts, partText } from '../../../../core/analysis/report/cause-text.ts';
import type { SessionView } from '../session-view.ts';
import { dataText, quoted } from '../shapes/data-text.ts';
import { frameFacts, frameWords } from './frame-facts.ts';

/** Why a lag lagged, in our words, with the app's names in quotes. */
export function causeWords(view: SessionView, { sentences }: Pick<Cause, 'sentences'>): string {
  return sentenceWords(view, sentences);
}

export function sentenceWords(view: SessionView, sentences: readonly CauseSentence[]): string {
  return causeParts(sentences)
    .map((part) => partWords(view, part))
    .join('');
}

function partWords(view: SessionView, part: CausePart): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'frame':
      return frameWords({ ...frameFacts(view, part.node), name: dataText(part.label) });
    case 'thread':
    case 'class':
    case 'name':
      return quoted(dataText(partText(part)));
    default:
      return partText(part);
  }
}
