import { readFile } from 'node:fs/promises';
import { isListed } from '../../../core/analysis/lags/groups/baseline-comparison.ts';
import { changeTexts } from '../../../core/analysis/lags/groups/change-texts.ts';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { LINE_BREAK, node, type PageElement, type PageNode } from '../../../core/document/page-node.ts';
import { shortened } from '../../../core/text/one-line.ts';
import { stylePage } from '../../../host/share/style-page.ts';
import type { DiffedCapture } from '../core/diff-capture.ts';
import { changeText, countText, diffSentence, timesText } from '../core/diff-texts.ts';
import { flameBoxes } from '../core/flame/flame-boxes.ts';
import { flameDrawing } from '../core/flame/flame-drawing.ts';
import { treeDiff } from '../core/tree-diff.ts';
import { type Diffed, placeText } from './diffed.ts';
import { framesContent } from './frames-content.ts';
import { inLines, muted, table } from './html-parts.ts';

const LONGEST = 160;
const MOST_GROUPS = 60;
const MOST_SESSIONS = 20;

/** A self-contained page without scripts. */
export async function diffHtml(diffed: Diffed, before: readonly DiffedCapture[], now: readonly DiffedCapture[]): Promise<string> {
  const style = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');
  const title = `${diffed.before[0] ?? ''} → ${diffed.now[0] ?? ''}`;
  const warnings = diffed.warnings.map((text) => node('p', { class: 'warning' }, text));
  const summary = node('p', { class: 'summary' }, diffSentence(diffed.diff));
  const head = inLines(node('h1', {}, 'What changed'), sides(diffed), warnings, summary);
  const frames = framesContent([...namedFrames('before', before), ...namedFrames('after', now)]);
  const parts = [
    node('header', {}, head),
    section('lags', 'Lags', groupsContent(diffed)),
    section('functions', 'Functions of the app', functionsContent(diffed)),
    section('stacks', 'Main’s time', flameContent(before, now)),
    section('frames', 'Frames', frames),
  ];
  const styles = [await style('../../../webview/shared/theme.css'), await style('./diff-page.css')];
  return stylePage({
    title: `${title} · Laglens`,
    language: 'en',
    styles,
    body: node('main', {}, LINE_BREAK, inLines(...parts), LINE_BREAK),
  });
}

function section(id: string, title: string, content: readonly PageNode[]): PageElement {
  return node('section', { id }, inLines(node('h2', {}, title), content));
}

function sides({ diff, before, now, thresholdUs }: Diffed): PageElement {
  const side = (name: string, sessions: readonly string[], observedUs: number): readonly PageElement[] => {
    const more = sessions.length > MOST_SESSIONS ? ` and ${sessions.length - MOST_SESSIONS} more` : '';
    const listed = sessions.slice(0, MOST_SESSIONS).map((each) => node('strong', {}, shortened(each, LONGEST)));
    const names = listed.flatMap((each, at) => (at === 0 ? [each] : [', ', each]));
    return [node('dt', {}, name), node('dd', {}, names, `${more}, ${formatDuration(observedUs)} watched`)];
  };
  const sets = [...side('Before', before, diff.beforeObservedUs), ...side('After', now, diff.nowObservedUs)];
  return node('dl', {}, sets, node('dt', {}, 'Lag'), node('dd', {}, `${formatDuration(thresholdUs)} or longer`));
}

/** A label above its source line. */
function namedCell(each: Parameters<typeof placeText>[0] & { readonly label: string }, places: Diffed['places']): readonly PageNode[] {
  const place = placeText(each, places);
  const line = place === '' ? [] : [node('div', { class: 'muted' }, shortened(place, LONGEST))];
  return [node('code', {}, shortened(each.label, LONGEST)), ...line];
}

function groupsContent({ diff, places }: Diffed): readonly PageNode[] {
  const changed = diff.groups.filter(isListed);
  if (changed.length === 0) return [muted('No group of lags changed beyond chance.')];
  const rows = changed
    .slice(0, MOST_GROUPS)
    .map((group) => [
      node('span', { class: `change ${group.change}` }, changeTexts[group.change]),
      namedCell(group, places),
      countText(group),
      timeText(group.before.worstUs),
      timeText(group.now.worstUs),
      changeText(group),
    ]);
  const left = changed.length - rows.length;
  const more = left <= 0 ? [] : [muted(`And ${left} more with smaller changes.`)];
  const head = ['change', 'to blame', 'lags', 'longest before', 'longest after', 'time per minute, 95 % interval'];
  return [table(head, rows, 2), ...more];
}

function functionsContent({ diff, places }: Diffed): readonly PageNode[] {
  const changed = diff.functions.filter(({ nowUs, beforeUs }) => nowUs !== beforeUs);
  if (changed.length === 0) return [muted('No function of the app changed its time in lags.')];
  const rows = changed.map((each) => [namedCell(each, places), timeText(each.beforeUs), timeText(each.nowUs), changeText(each)]);
  const note = muted('Time in lags per minute, with all that they call. Changes within noise may be chance.');
  return inLines(note, table(['function', 'before', 'after', 'change, 99 % interval'], rows, 1));
}

function flameContent(before: readonly DiffedCapture[], now: readonly DiffedCapture[]): readonly PageNode[] {
  const treesOf = (captures: readonly DiffedCapture[]) => captures.map(({ tree, measured }) => ({ tree, observedUs: measured.observedUs }));
  const stacks = flameBoxes(treeDiff(treesOf(before), treesOf(now)));
  if (stacks === undefined) return [muted('No session has stacks of main.')];
  const key = (name: string, text: string): PageElement => node('span', { class: `key ${name}` }, text);
  const note = node(
    'p',
    { class: 'muted' },
    ...inLines('All work of main, also outside lags. A box is as wide as its time before and after together.', [
      key('more3', 'more'),
      ' ',
      key('less3', 'less'),
      ' ',
      key('same', 'as before'),
    ]),
  );
  const about = 'Stacks of main: each box is a function, its callees are below it. The tables have the largest changes as text.';
  const drawing = flameDrawing(stacks, { role: 'img', 'aria-label': about }, ({ name, beforeUs, nowUs }) => ({
    first: [node('title', {}, `${shortened(name, LONGEST)}: ${timesText(beforeUs, nowUs)}`)],
  }));
  const box = { class: 'stacks', tabindex: 0, role: 'group', 'aria-label': 'Difference of main’s stacks' };
  return inLines(note, node('div', box, drawing));
}

function namedFrames(side: 'before' | 'after', captures: readonly DiffedCapture[]) {
  return captures.map(({ measured, shown }) => ({ side, name: shortened(measured.name, LONGEST), frames: shown }));
}

function timeText(us: number): string {
  return us === 0 ? '–' : formatDuration(us);
}
