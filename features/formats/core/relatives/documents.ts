import { phrase } from '../../../../core/text/phrase.ts';
import { beginsWith, type Relative } from './relative.ts';

/** Files that show a profile, or have none. */
export const documents: readonly Relative[] = [
  {
    is: phrase`an image`,
    next: phrase`Open the profile that it shows: the tool that drew it can save its data.`,
    matches: (begin) =>
      ['\x89PNG', '\xff\xd8\xff', 'GIF8', '%PDF-'].some((magic) => beginsWith(begin, magic)) ||
      (beginsWith(begin, 'RIFF') && begin.text.slice(8, 12) === 'WEBP') ||
      begin.text.slice(0, 1_000).includes('<svg'),
  },
  {
    is: phrase`a web page`,
    next: phrase`Save the profile itself: the page’s tool has an export or a download.`,
    matches: ({ text }) => /^\s{0,100}(?:<!--.{0,500}-->\s{0,100})?<(?:!doctype html|html)\b/is.test(text.slice(0, 1_000)),
  },
  {
    is: phrase`a database of SQLite`,
    next: phrase`Export a trace or profile of the tool that wrote it.`,
    matches: (begin) => beginsWith(begin, 'SQLite format 3\0'),
  },
];
