/** Replaces `{0}`, `{1}` by the values of these numbers. */
export function fillIn(sentence: string, values: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
}
