import { oneLine } from './one-line.ts';

/** Longer messages are cut by the page that shows them. */
const MESSAGE_LENGTH = 4_000;

/** The message of a GitHub workflow command, which ends at the line's end. Percent signs begin its escapes. */
export function commandMessage(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map((line) => oneLine(line, MESSAGE_LENGTH))
    .join('\n')
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A');
}

/** A property of such a command, which ends at a comma or colons. */
export function commandProperty(text: string): string {
  return oneLine(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A line of a build log that begins no command: runners read `::` after blanks, and `##[` anywhere. */
export function buildLogLine(text: string): string {
  return text.replaceAll('##[', '## [').replace(/^(\s*)::/, '$1: :');
}
