import { LINE_LENGTH, oneLine, shortened } from './one-line.ts';

/** Longest dialog detail or tooltip, in UTF-16 units. */
const PARAGRAPHS_LENGTH = 4_000;

/**
 * One line for VS Code: message, button, picker, status bar, lens, title. It makes links of `[label](target)`
 * (src/vs/base/common/linkedText.ts), with commands allowed, and icons of `$(name)` (src/vs/base/browser/ui/iconLabel/iconLabels.ts). A
 * blank between the two signs prevents both.
 */
export function editorLine(text: string, most = LINE_LENGTH): string {
  return oneLine(text, most).replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/** For a dialog's detail or a tooltip. */
export function editorParagraphs(text: string): string {
  const lines = shortened(text, PARAGRAPHS_LENGTH).split(/\r\n|\n/);
  return lines.map((line) => editorLine(line, PARAGRAPHS_LENGTH)).join('\n');
}
