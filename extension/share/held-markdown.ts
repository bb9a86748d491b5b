import type { Answers } from '../../host/thread-peer.ts';
import type { CurrentView } from '../../protocol/parse-from-page.ts';
import type { PageSource } from '../page/page-source.ts';
import type { InRoom } from '../thread/rooms.ts';
import type { CodeLines, HeldMarkdown, WantedMarkdown } from './markdown-answers.ts';
import type { ShareServices } from './share.ts';
import type { SheetChoice } from './share-sheet.ts';
import type { SourceLines } from './source-lines.ts';

interface MarkdownChoice {
  readonly choice: SheetChoice;
  /** The lag that is described alone. */
  readonly lag: CurrentView['lag'];
  readonly lines: SourceLines;
}

/** A session's Markdown by the thread that holds it. Undefined if none holds all of it: a capture, or a very long session. */
export async function heldMarkdown(
  { version, thresholdUs, limits, appClasses, baseline }: ShareServices,
  { opened, about, unreadBeyond }: PageSource,
  { choice: { redaction, code }, lag, lines }: MarkdownChoice,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (opened === undefined) return undefined;
  const wanted: WantedMarkdown = {
    ...{ title: about.title, session: about.session, version, thresholdUs: thresholdUs(), limits: limits() },
    ...{ appClasses: await appClasses(), baseline: await baseline(), lag: lag?.id, redaction, hasCode: code, unreadBeyond },
  };
  const answers: Answers<CodeLines> = { codeOf: (frame) => lines.of(frame) };
  return opened.ask<InRoom<'share', HeldMarkdown>, 'share.held'>('share.held', (question) => [question, wanted], signal, answers);
}
