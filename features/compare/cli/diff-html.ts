import { readFile } from 'node:fs/promises';
import { isListed } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changeTexts } from '../../../core/analysis/lags/groups/change-texts.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { numberAt } from '../../../core/columns/at.ts';
import { type Markup, markup } from '../../../core/text/html-markup.ts';
import { shortened } from '../../../core/text/one-line.ts';
import { stylePage } from '../../../host/share/style-page.ts';
import { changeText, countText, diffSentence } from '../core/diff-texts.ts';
import { treeDiff } from '../core/tree-diff.ts';
import { type Diffed, placeText } from './diffed.ts';
import { flameSvg } from './flame-svg.ts';
import { framesHtml } from './frames-html.ts';
import type { ReadCapture } from './read-capture.ts';
import { tableHtml } from './table-html.ts';

const LONGEST = 160;
const MOST_GROUPS = 60;
const MOST_SESSIONS = 20;

/** A self-contained page without scripts. */
export async function diffHtml(diffed: Diffed, before: readonly ReadCapture[], now: readonly ReadCapture[]): Promise<string> {
  const style = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  const title = `${diffed.before[0] ?? ''} → ${diffed.now[0] ?? ''}`;
  const body = markup`<main>
<header><h1>What changed</h1>
${sidesHtml(diffed)}
${diffed.warnings.map((text) => markup`<p class="warning">${text}</p>`)}
<p class="summary">${diffSentence(diffed.diff)}</p></header>
<section id="lags"><h2>Lags</h2>
${groupsHtml(diffed)}</section>
<section id="functions"><h2>Functions of the app</h2>
${functionsHtml(diffed)}</section>
<section id="stacks"><h2>Main’s time</h2>
${flameHtml(before, now)}</section>
<section id="frames"><h2>Frames</h2>
${framesHtml([...namedFrames('before', before), ...namedFrames('after', now)])}</section>
</main>`;
  const styles = [await style('../../../webview/shared/theme.css'), await style('./diff-page.css')];
  return stylePage({ title: `${title} · Laglens`, language: 'en', styles, body });
}

function sidesHtml({ diff, before, now, thresholdUs }: Diffed): Markup {
  const side = (name: string, sessions: readonly string[], observedUs: number): Markup => {
    const more = sessions.length > MOST_SESSIONS ? ` and ${sessions.length - MOST_SESSIONS} more` : '';
    const listed = sessions.slice(0, MOST_SESSIONS).map((each) => shortened(each, LONGEST));
    return markup`<dt>${name}</dt><dd>${listed.map((each, at) => markup`${at === 0 ? '' : ', '}<strong>${each}</strong>`)}${more}, ${formatDuration(observedUs)} watched</dd>`;
  };
  return markup`<dl>${side('Before', before, diff.beforeObservedUs)}${side('After', now, diff.nowObservedUs)}<dt>Lag</dt><dd>${formatDuration(thresholdUs)} or longer</dd></dl>`;
}

/** A label above its source line. */
function namedCell(each: Parameters<typeof placeText>[0] & { readonly label: string }, places: Diffed['places']): Markup {
  const place = placeText(each, places);
  const line = place === '' ? [] : markup`<div class="muted">${shortened(place, LONGEST)}</div>`;
  return markup`<code>${shortened(each.label, LONGEST)}</code>${line}`;
}

function groupsHtml({ diff, places }: Diffed): Markup {
  const changed = diff.groups.filter(isListed);
  if (changed.length === 0) return markup`<p class="muted">No group of lags changed beyond chance.</p>`;
  const rows = changed
    .slice(0, MOST_GROUPS)
    .map((group) => [
      markup`<span class="change ${group.change}">${changeTexts[group.change]}</span>`,
      namedCell(group, places),
      countText(group),
      timeText(group.before.worstUs),
      timeText(group.now.worstUs),
      changeText(group),
    ]);
  const left = changed.length - rows.length;
  const more = left <= 0 ? [] : markup`<p class="muted">And ${left} more with smaller changes.</p>`;
  const head = ['change', 'to blame', 'lags', 'longest before', 'longest after', 'time per minute, 95 % interval'];
  return markup`${tableHtml(head, rows, { numbersFrom: 2 })}${more}`;
}

function functionsHtml({ diff, places }: Diffed): Markup {
  const changed = diff.functions.filter(({ nowUs, beforeUs }) => nowUs !== beforeUs);
  if (changed.length === 0) return markup`<p class="muted">No function of the app changed its time in lags.</p>`;
  const rows = changed.map((each) => [namedCell(each, places), timeText(each.beforeUs), timeText(each.nowUs), changeText(each)]);
  const head = ['function', 'before', 'after', 'change, 99 % interval'];
  return markup`<p class="muted">Time in lags per minute, with all that they call. Changes within noise may be chance.</p>
${tableHtml(head, rows, { numbersFrom: 1 })}`;
}

function flameHtml(before: readonly ReadCapture[], now: readonly ReadCapture[]): Markup {
  const treesOf = (captures: readonly ReadCapture[]) => captures.map(({ tree, measured }) => ({ tree, observedUs: measured.observedUs }));
  const diff = treeDiff(treesOf(before), treesOf(now));
  if (numberAt(diff.beforeUs, 0) + numberAt(diff.nowUs, 0) <= 0) return markup`<p class="muted">No session has stacks of main.</p>`;
  return markup`<p class="muted">All work of main, also outside lags. A box is as wide as its time before and after together.
<span class="key more3">more</span> <span class="key less3">less</span> <span class="key same">as before</span></p>
<div class="stacks" tabindex="0" role="group" aria-label="Difference of main’s stacks">${flameSvg(diff)}</div>`;
}

function namedFrames(side: 'before' | 'after', captures: readonly ReadCapture[]) {
  return captures.map(({ measured, shown }) => ({ side, name: shortened(measured.name, LONGEST), frames: shown }));
}

function timeText(us: number): string {
  return us === 0 ? '–' : formatDuration(us);
}
