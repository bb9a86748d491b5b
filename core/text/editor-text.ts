import { LINE_LENGTH, oneLine } from './one-line.ts';
import { shortened } from './shortened.ts';

/** Longest detail of a dialog or text of a tooltip, in UTF-16 units. */
const PARAGRAPHS_LENGTH = 4_000;

/**
 * One line for a place of VS Code that shows text: message, button, picker, status bar, lens, title.
 * VS Code makes links of `[label](target)` in messages and prompts (src/vs/base/common/linkedText.ts), opened with commands allowed,
 * and icons of `$(name)` (src/vs/base/browser/ui/iconLabel/iconLabels.ts). A blank between the two signs ends both.
 */
export function editorLine(text: string, most = LINE_LENGTH): string {
  return oneLine(text, most).replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** Several lines for the detail of a dialog or a tooltip. */
export function editorParagraphs(text: string): string {
  const lines = shortened(text, PARAGRAPHS_LENGTH).split(/\r\n|\n/);
  return lines.map((line) => editorLine(line, PARAGRAPHS_LENGTH)).join('\n');
}
