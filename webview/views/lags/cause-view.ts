import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { type CausePart, causeParts, partText, placeText } from '../../../core/analysis/report/cause-text.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { causeSentence } from '../../ui/cause-sentence.ts';
import { element } from '../../ui/dom.ts';
import { template, text } from '../../ui/page-text.ts';
import { keepPunctuation } from '../../ui/unbroken.ts';

/** The cause in one line: frames open their source, threads show what they did, settings open. */
export function causeView(cause: Cause, lag: Lag, dispatch: Dispatch): HTMLElement {
  const { evidence, sentences } = cause;
  const isHeld = evidence !== undefined && evidence.thread !== lag.thread;
  // A sentence each, as the first is cut before the one about the holder.
  const views = sentences.map((sentence, at) =>
    element(
      'span',
      {},
      keepPunctuation(
        causeParts([sentence], template)
          .concat(at + 1 < sentences.length ? [' '] : [])
          .map((part) => partView(part, cause, lag, dispatch)),
      ),
    ),
  );
  return element('span', { class: `cause${layoutClass(cause, isHeld)}`, title: causeSentence(cause) }, views);
}

/** A chain of threads, or a ring, is one text: its sentences need each other. Others are long from the third on. */
function layoutClass({ rule, sentences }: Cause, isHeld: boolean): string {
  if (sentences.length > 2 && (isHeld || rule === 'deadlock')) return ' chain';
  if (isHeld) return ' held';
  return sentences.length > 2 ? ' long' : '';
}

function partView(part: CausePart, { evidence }: Cause, lag: Lag, dispatch: Dispatch): HTMLElement {
  if (typeof part === 'string') return element('span', { text: part });
  if (part.kind === 'frame') {
    const { node, label } = part;
    return link(label, `${label}${placeText(part)}`, ({ altKey }) => dispatch({ type: 'openSource', node, beside: altKey }));
  }
  if (part.kind === 'setting')
    return link(part.name, text('openSetting', part.name), () => dispatch({ type: 'openSetting', setting: part.name }));
  if (part.kind !== 'thread') return element('span', { class: 'tabular', text: partText(part) });
  const { thread, name } = part;
  const { beginUs, endUs } = evidence?.thread === thread ? evidence : lag;
  return link(name, text('showThread', name), () =>
    dispatch({ type: 'change', change: { thread, range: { fromUs: beginUs, toUs: endUs }, view: undefined } }),
  );
}

function link(label: string, title: string, run: (event: MouseEvent) => void): HTMLButtonElement {
  const button = element('button', { class: 'link', text: label, title, attributes: { type: 'button' } });
  button.addEventListener('click', run);
  return button;
}
