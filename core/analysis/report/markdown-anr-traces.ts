import type { SessionModel } from '../../session/model/model.ts';
import { type MarkdownTexts, markdownTexts } from '../../text/markdown-text.ts';
import { anrTraceLine, anrTraceLines } from '../exit-traces/anr-trace-text.ts';
import { anrTraces } from '../exit-traces/anr-traces.ts';
import { formatDuration } from './format-duration.ts';

const MOST_LINES = 40;

/** A paragraph and a list of frames for each of Android’s traces. */
export function anrTracesMarkdown(model: SessionModel, { plain, span }: MarkdownTexts = markdownTexts()): readonly string[] {
  return anrTraces(model).flatMap((anr) => {
    const title = plain(anrTraceLine(anr, (atUs) => `${(atUs / 1e6).toFixed(2)} s`, formatDuration));
    const lines = anrTraceLines(anr).filter((line) => line !== '');
    if (lines.length === 0) return [title];
    const left = lines.length - MOST_LINES;
    const shown = lines.slice(0, MOST_LINES).map((line) => `- ${span(line.trimStart())}`);
    return [title, [...shown, ...(left > 0 ? [`- ${left} more lines`] : [])].join('\n')];
  });
}
