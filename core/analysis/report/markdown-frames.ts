import type { SessionModel } from '../../session/model/model.ts';
import type { MarkdownTexts } from '../../text/markdown-text.ts';
import { stutterCulprit } from '../causes/stutter-work.ts';
import { framesSentence } from '../display-frames/frame-texts.ts';
import type { Stutter } from '../display-frames/stutters.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import { frameOf } from '../frames/frame.ts';
import { lagTexts } from '../lags/lag-texts.ts';
import type { SessionFrames } from '../lags/session-frames.ts';
import { shortDuration } from './short-duration.ts';

const LISTED_STUTTERS = 5;
const LONGEST = 200;

/** Frame totals as a sentence, and the worst stutters as a table; none without frames. */
export function framesMarkdown(
  model: SessionModel,
  { totals, stutters }: SessionFrames,
  app: AppMethods,
  texts: MarkdownTexts,
): readonly string[] {
  if (totals === undefined) return [];
  const sentence = `${framesSentence(totals)}.`;
  if (stutters.length === 0) return [sentence];
  const worst = stutters.toSorted((a, b) => b.dropped - a.dropped).slice(0, LISTED_STUTTERS);
  const head = `${stutters.length === 1 ? 'One stutter' : `${stutters.length} stutters`} without a lag, by dropped frames:`;
  const rows = worst.map((stutter) => `| ${stutterCells(model, stutter, app, texts).join(' | ')} |`);
  const others = stutters.length > worst.length ? [`And ${stutters.length - worst.length} more stutters.`] : [];
  return [
    sentence,
    head,
    ['| at | lasted | late | dropped | function |', '| ---: | ---: | ---: | ---: | --- |', ...rows].join('\n'),
    ...others,
  ];
}

function stutterCells(model: SessionModel, stutter: Stutter, app: AppMethods, { cell }: MarkdownTexts): readonly string[] {
  const { beginUs, endUs, late, dropped } = stutter;
  const culprit = stutterCulprit(model, stutter, app);
  const blame = culprit === undefined ? lagTexts.noLongFunction : cell(frameOf(model, culprit.node).label, LONGEST);
  return [`${(beginUs / 1e6).toFixed(2)} s`, shortDuration(endUs - beginUs), String(late), String(dropped), blame];
}
