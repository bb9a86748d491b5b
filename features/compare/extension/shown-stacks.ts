import * as vscode from 'vscode';
import { formatDuration } from '../../../core/analysis/report/format-duration.ts';
import { signedDuration } from '../../../core/analysis/report/format-signed.ts';
import { node, type PageElement } from '../../../core/document/page-node.ts';
import { shortened } from '../../../core/text/one-line.ts';
import type { FlameBox } from '../core/flame/flame-boxes.ts';
import { type DrawnBox, flameDrawing } from '../core/flame/flame-drawing.ts';
import type { KnownFunction } from '../core/lag-functions.ts';
import type { ComparisonLinks } from './comparison-links.ts';
import type { FilesDiff } from './diff-files.ts';
import { placeText, sourceOf } from './source-of.ts';

const LONGEST_NAME = 160;

/** Main's stacks of both sides as a difference flame graph. */
export function stacksSection(stacks: FilesDiff['stacks'], links: ComparisonLinks): PageElement {
  const label = vscode.l10n.t('Difference of main’s stacks');
  const title = node('h2', {}, label);
  if (stacks === undefined) return node('section', {}, title, node('p', {}, vscode.l10n.t('No session has stacks of main.')));
  const about = [
    vscode.l10n.t('All work of main per observed minute, also outside lags.'),
    vscode.l10n.t('Red: more in A. Cyan: less in A. Widths show both shares together.'),
  ];
  const known = new Map(stacks.functions.map((each) => [each.key, each]));
  const keys = vscode.l10n.t('Arrow keys move along the stack, Enter opens the source, Alt+Enter opens it beside.');
  const names = { role: 'group', 'aria-label': label, 'aria-description': keys };
  const drawing = flameDrawing(stacks, names, (box) => boxParts(box, known.get(box.name), links));
  return node('section', {}, title, node('p', { class: 'muted' }, about.join(' ')), node('div', { class: 'stacks' }, drawing));
}

/** The page fits the label, and shows the names as a tooltip. */
function boxParts({ name, beforeUs, nowUs }: FlameBox, known: KnownFunction | undefined, links: ComparisonLinks): DrawnBox {
  const times = [beforeUs, nowUs].map(formatDuration);
  const shown = shortened(name, LONGEST_NAME);
  const text = vscode.l10n.t('{0}: B {1}, A {2} ({3})', shown, ...times, signedDuration(nowUs - beforeUs));
  const attributes = { tabindex: -1, 'aria-label': text };
  const source = known && sourceOf(known);
  if (known?.place === undefined || source === undefined) return { attributes: { ...attributes, role: 'img' } };
  const hint = vscode.l10n.t('Open {0} (Alt: to the side)', placeText(known.place));
  const press = links.add(`frame ${name}`, { type: 'source', source });
  return { attributes: { ...attributes, role: 'button', 'aria-description': hint }, press };
}
