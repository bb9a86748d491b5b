/**
 * The text's begin without the text that it is a part of: V8 keeps all of that alive, such as a chunk of a file for one name.
 * Taking a part copies a text that was joined.
 */
export function ownCopy(text: string, most = text.length): string {
  return ` ${text.slice(0, most)}`.slice(1);
}
