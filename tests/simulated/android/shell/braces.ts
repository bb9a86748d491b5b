import type { Segment, Word } from './script.ts';

/** `x{a,b}` as `xa` and `xb`: only unquoted braces with a comma, as mksh has it. */
export function expandBraces(word: Word): readonly Word[] {
  for (const [open, segment] of word.entries()) {
    if (!isPlain(segment, '{')) continue;
    const commas: number[] = [];
    let depth = 0;
    for (let at = open; at < word.length; at++) {
      const inner = word[at];
      if (isPlain(inner, '{')) depth++;
      else if (isPlain(inner, ',') && depth === 1) commas.push(at);
      else if (isPlain(inner, '}') && --depth === 0) {
        if (commas.length === 0) break;
        const edges = [open, ...commas, at];
        const choices = edges.slice(1).map((end, index) => word.slice((edges[index] ?? open) + 1, end));
        return choices.flatMap((choice) => expandBraces([...word.slice(0, open), ...choice, ...word.slice(at + 1)]));
      }
    }
  }
  return [word];
}

function isPlain(segment: Segment | undefined, text: string): boolean {
  return segment?.kind === 'text' && !segment.quoted && segment.text === text;
}
