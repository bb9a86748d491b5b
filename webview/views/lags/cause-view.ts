import type { Cause } from '../../../core/analysis/causes/facts/cause.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { type CausePart, causeParts, partText, placeText } from '../../../core/analysis/report/cause-text.ts';
import type { Dispatch } from '../../state/page-action.ts';
import { element } from '../../ui/dom.ts';
import { keepPunctuation } from '../../ui/names/unbroken.ts';
import { causeTemplate } from '../../ui/sentences/cause-sentence.ts';
import { t } from '../../ui/translated.ts';

/** The whole cause: frames open their source, threads show what they did, settings open. */
export function causeView(cause: Cause, lag: Lag, dispatch: Dispatch): HTMLElement {
  const parts = causeParts(cause.sentences, causeTemplate).map((part) => partView(part, cause, lag, dispatch));
  return element('span', { class: 'cause' }, keepPunctuation(parts));
}

function partView(part: CausePart, { evidence }: Cause, lag: Lag, dispatch: Dispatch): HTMLElement {
  if (typeof part === 'string') return element('span', { text: part });
  if (part.kind === 'frame') {
    const { node, label } = part;
    return link(label, `${label}${placeText(part)}`, ({ altKey }) => dispatch({ type: 'openSource', node, beside: altKey }));
  }
  if (part.kind === 'setting')
    return link(part.name, t('Open the setting {0}', part.name), () => dispatch({ type: 'openSetting', setting: part.name }));
  if (part.kind !== 'thread') return element('span', { class: 'tabular', text: partText(part) });
  const { thread, name } = part;
  const { beginUs, endUs } = evidence?.thread === thread ? evidence : lag;
  return link(name, t('Show what {0} did', name), () =>
    dispatch({ type: 'change', change: { thread, range: { fromUs: beginUs, toUs: endUs }, view: undefined } }),
  );
}

function link(label: string, title: string, run: (event: MouseEvent) => void): HTMLButtonElement {
  const button = element('button', { class: 'link', text: label, title, attributes: { type: 'button' } });
  button.addEventListener('click', run);
  return button;
}
