import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes stack traces of a map's own frames: one line of any range, drawn evenly from a fixed seed.
 * @param different number of different lines; the others repeat them, as in a profile
 */
export async function writeTrace(map: string, frames: number, different: number, path: string): Promise<void> {
  const all = shrunkLines(await readFile(map, 'utf8'));
  const random = xorshift(20_26);
  const chosen = Array.from({ length: different }, () => all[random() % all.length] ?? '');
  const lines = Array.from({ length: frames }, (_, i) => (different === frames ? chosen[i] : chosen[random() % different]));
  await writeFile(path, `${lines.join('\n')}\n`);
}

function shrunkLines(map: string): readonly string[] {
  const lines: string[] = [];
  let className = '';
  for (const [, residual, from, method] of map.matchAll(/^(?:\S+ -> (\S+):|\s+(\d+):\d+:.* -> (\S+))$/gm)) {
    className = residual ?? className;
    if (from !== undefined) lines.push(`\tat ${className}.${method}(SourceFile:${from})`);
  }
  return lines;
}

function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
