import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MapInMemory } from './our-retrace.ts';
import { type ProgramName, type programs, shrunkProgramMap } from './r8.ts';
import { askRetrace } from './retrace-truth.ts';

/** Each program's purpose, as in the map's text. */
const shows: Readonly<Record<ProgramName, RegExp>> = {
  inlining: /(\d+:\d+:).*:\d+ -> main\n {4}\1/,
  outlining: /r8\.outlineCallsite/,
  lambdas: /# min_api: 26[\s\S]*lambda/,
};

for (const name of ['inlining', 'outlining', 'lambdas'] as const satisfies readonly (keyof typeof programs)[]) {
  describe(`a program that R8 shrinks for ${name}`, () => {
    it('has all of its frames retraced as with R8: text, and lists of frames with and without descriptors', async () => {
      const map = await shrunkProgramMap(name);
      assert.match(map, shows[name]);
      const shrunk = [...shrunkFrames(map).map((frame) => [frame]), ...callsOfOutlines(map)];
      const trace = shrunk.flatMap((stack) => ['java.lang.Error', ...stack.map(traceLine)]);
      const queries = shrunk.map((stack) => `\n${stack.map(queryLine).join('')}`);
      const [answer] = await askRetrace([{ map, trace: trace.join('\n'), queries: queries.join('') }]);
      const ours = new MapInMemory(map);
      assert.deepEqual(ours.retrace(trace), answer?.plain);
      assert.deepEqual(ours.retrace(trace, true), answer?.verbose);
      assert.deepEqual(asSets(ours.frames(queries.join(''))), asSets(answer?.frames ?? []));
      assert.ok(shrunk.length > 20, `${shrunk.length} frames are too few`);
    });
  });
}

interface ShrunkFrame {
  readonly className: string;
  readonly method: string;
  readonly descriptor: string;
  readonly line: string;
}

/** Every line of every range in the map, one beside each, and each method without a line; by its types where the map says them. */
function shrunkFrames(map: string): readonly ShrunkFrame[] {
  const frames = new Map<string, ShrunkFrame>();
  let className = '';
  let last: { readonly method: string; readonly lines: readonly string[] } | undefined;
  const add = (method: string, descriptor: string, lines: readonly string[]): void => {
    for (const line of lines) frames.set([className, method, descriptor, line].join(), { className, method, descriptor, line });
  };
  for (const text of map.split('\n')) {
    const [, residual] = /^\S+ -> (\S+):$/.exec(text) ?? [];
    const [, from, to, method] = /^\s+(?:(\d+):(\d+):)?\S+ [^ (]+\(.*-> (\S+)$/.exec(text) ?? [];
    const [, signature] = /residualsignature","signature":"(\([^"]+)"/.exec(text) ?? [];
    if (residual !== undefined) className = residual;
    if (method !== undefined) {
      const lines = ['-', '0'];
      for (let line = Number(from ?? 1); line <= Math.min(Number(to ?? 1), Number(from ?? 1) + 200) + 1; line++) lines.push(String(line));
      last = { method, lines };
      add(method, '-', lines);
    }
    if (signature !== undefined && last !== undefined) add(last.method, signature, last.lines);
  }
  return [...frames.values()];
}

/** Every position in an outline, with the frame that called it. */
function callsOfOutlines(map: string): readonly (readonly ShrunkFrame[])[] {
  const calls: (readonly ShrunkFrame[])[] = [];
  let className = '';
  let caller: ShrunkFrame | undefined;
  for (const text of map.split('\n')) {
    const [, residual] = /^\S+ -> (\S+):$/.exec(text) ?? [];
    const [, from, method] = /^\s+(\d+):\d+:.*-> (\S+)$/.exec(text) ?? [];
    const [, positions, owner = '', outline = '', descriptor = ''] =
      /outlineCallsite","positions":\{([^}]*)\},"outline":"L([^;]+);([^(]+)([^"]+)"/.exec(text) ?? [];
    className = residual ?? className;
    if (method !== undefined) caller = { className, method, descriptor: '-', line: from ?? '-' };
    if (positions === undefined || caller === undefined) continue;
    for (const [, line = ''] of positions.matchAll(/"(\d+)":/g)) {
      calls.push([{ className: owner.replaceAll('/', '.'), method: outline, descriptor, line }, caller]);
    }
  }
  return calls;
}

function traceLine({ className, method, line }: ShrunkFrame): string {
  return `\tat ${className}.${method}(SourceFile${line === '-' ? '' : `:${line}`})`;
}

function queryLine({ className, method, descriptor, line }: ShrunkFrame): string {
  return `${className}\t${method}\t${descriptor}\t${line}\n`;
}

/** The alternatives of each frame, whatever their order: ours are sorted, and each is there once. */
function asSets(lines: readonly string[]): readonly string[] {
  const answers: { query: string; alternatives: string[] }[] = [];
  for (const line of lines) {
    const answer = answers.at(-1);
    if (!line.startsWith(' ')) answers.push({ query: line, alternatives: [] });
    else if (line === '  alternative') answer?.alternatives.push('');
    else answer?.alternatives.push(`${answer.alternatives.pop() ?? ''}${line}\n`);
  }
  return answers.map(
    ({ query, alternatives }) => `${query}\n${[...new Set(alternatives.filter((one) => one !== ''))].sort().join('  or\n')}`,
  );
}
