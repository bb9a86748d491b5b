/** A shell's pattern as a regular expression's source: `*`, `?` and `[…]`. */
export function patternSource(text: string): string {
  return text
    .split(/(\*|\?|\[!?[^\]]+\])/)
    .map((part) => {
      if (part === '*') return '[\\s\\S]*';
      if (part === '?') return '[\\s\\S]';
      return /^\[.+\]$/.test(part) ? part.replace(/^\[!/, '[^') : literalSource(part);
    })
    .join('');
}

export function literalSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** `text` without its shortest or longest beginning or end that the pattern matches. */
export function trimmed(text: string, operator: '%' | '%%' | '#' | '##', source: string): string {
  const pattern = new RegExp(`^${source}$`);
  const cuts = Array.from({ length: text.length + 1 }, (_, at) => at);
  const isEnd = operator.startsWith('%');
  // The shortest first: at the end that begins last.
  if (isEnd !== (operator.length === 2)) cuts.reverse();
  const cut = cuts.find((at) => pattern.test(isEnd ? text.slice(at) : text.slice(0, at)));
  if (cut === undefined) return text;
  return isEnd ? text.slice(0, cut) : text.slice(cut);
}
