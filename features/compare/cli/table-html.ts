import { type Markup, markup } from '../../../core/text/html-markup.ts';

/** @param numbersFrom columns from here on are right-aligned */
export function tableHtml(
  head: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
  { numbersFrom = head.length }: { readonly numbersFrom?: number } = {},
): Markup {
  const classOf = (at: number): string => (at >= numbersFrom ? 'number' : '');
  const heads = head.map((text, at) => markup`<th scope="col" class="${classOf(at)}">${text}</th>`);
  const lines = rows.map((cells) => {
    return markup`<tr>${cells.map((cell, at) => markup`<td class="${classOf(at)}">${cell}</td>`)}</tr>
`;
  });
  return markup`<div class="table"><table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}
