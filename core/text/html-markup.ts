import { htmlText } from './escape.ts';
import { oneLine } from './one-line.ts';

/** Text that is HTML or SVG already; only `markup` makes it. */
export class Markup {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Between tags or in quoted attributes; strings are outside text, cut to a line. */
  static of(parts: readonly string[], values: readonly MarkupValue[]): Markup {
    return new Markup(parts.map((part, at) => (at === 0 ? part : `${markedUp(values[at - 1] ?? '')}${part}`)).join(''));
  }
}

type MarkupValue = string | number | Markup | readonly Markup[];

/** A template whose strings become text: `<td>${name}</td>`. */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.of(parts, values);
}

function markedUp(value: MarkupValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return htmlText(oneLine(value));
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('');
}
