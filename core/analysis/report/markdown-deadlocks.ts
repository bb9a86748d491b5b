import { atOnce } from '../../session/file/turns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import { type MarkdownTexts, markdownTexts } from '../../text/markdown-text.ts';
import { type Deadlock, sessionDeadlocks } from '../locks/deadlocks.ts';
import { waitedFor } from '../locks/held-wait.ts';
import { formatDuration } from './format-duration.ts';

const LONGEST = 200;
/** More tell nothing new. */
const MOST_DEADLOCKS = 5;
const MOST_LINKS = 8;

/** Threads that waited for each other, main among them or not; empty without any. */
export function deadlocksMarkdown(model: SessionModel, texts: MarkdownTexts = markdownTexts()): readonly string[] {
  const deadlocks = atOnce(sessionDeadlocks(model));
  const shown = deadlocks.slice(0, MOST_DEADLOCKS).map((each) => `- ${deadlockText(model, each, texts)}`);
  const rest = deadlocks.length - shown.length;
  return deadlocks.length === 0 ? [] : [[...shown, ...(rest > 0 ? [`- ${rest} more deadlocks`] : [])].join('\n')];
}

function deadlockText(model: SessionModel, { ring, beginUs, endUs, isOpen }: Deadlock, { span }: MarkdownTexts): string {
  const code = (text: string): string => span(text || '?', LONGEST);
  const links = ring.slice(0, MOST_LINKS).map((link) => {
    const nameOf = (row: number): string => code(model.threads[row]?.name ?? '');
    return `${nameOf(link.thread)} waits for ${code(waitedFor(link))} held by ${nameOf(link.owner)}`;
  });
  const more = ring.length > MOST_LINKS ? `; ${ring.length - MOST_LINKS} more` : '';
  const lasted = `${formatDuration(endUs - beginUs)}${isOpen ? ' so far' : ''}`;
  return `Deadlock at ${(beginUs / 1e6).toFixed(2)} s, ${lasted}: ${links.join('; ')}${more}.`;
}
