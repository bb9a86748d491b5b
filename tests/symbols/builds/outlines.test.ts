import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { symbolPath } from '../../../host/builds/finders/symbol-paths.ts';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import { shrunkProgramMap } from '../retrace/r8.ts';
import { askRetrace } from '../retrace/retrace-truth.ts';
import { followSession } from './followed-session.ts';
import { shownStacks, shrunkSession } from './shrunk-session.ts';

test('stacks through outlines of a program that R8 shrank are shown as R8’s Retrace prints them', async (t) => {
  const map = await shrunkProgramMap('outlining', (line) => t.diagnostic(line));
  const [, mapId = ''] = /^# pg_map_id: (\S+)$/m.exec(map) ?? [];
  const calls = outlineCalls(map);
  assert.ok(calls.length > 20);
  const frame = (text: string): string => `\tat ${text.replace(/:(\d+)$/, '(SourceFile:$1)')}`;
  // A trace has the innermost frame first.
  const trace = calls.flatMap((stack) => ['java.lang.Error', ...stack.toReversed().map(frame)]);
  const [answer] = await askRetrace([{ map, trace: trace.join('\n') }]);
  const expected = (answer?.plain.join('\n') ?? '')
    .split('java.lang.Error\n')
    .slice(1)
    .map((text) => Array.from(text.matchAll(/\tat .*?([^.]+\.[^.(]+)\(.*:(\d+)\)/g), ([, name, line]) => `${name}:${line}`).reverse());
  const messages = shrunkSession(calls, { sourceFile: `r8-map-id-${mapId}` });
  const shown = shownStacks([...messages, ...(await namesFor(messages, map))]);
  assert.deepEqual(
    shown.map((stack) => stack.map((label) => label.replace(/^\[(.*)\]$/, '$1'))),
    expected,
  );
});

/** Caller and outline of every position in an outline that the map tells of, outermost first. */
function outlineCalls(map: string): readonly (readonly string[])[] {
  const calls: string[][] = [];
  let className = '';
  let caller = '';
  for (const line of map.split('\n')) {
    const [, residual] = /^\S+ -> (\S+):$/.exec(line) ?? [];
    if (residual !== undefined) className = residual;
    const [, from, method] = /^\s+(\d+):\d+:.*-> (\S+)$/.exec(line) ?? [];
    if (method !== undefined) caller = `${className}.${method}:${from}`;
    const [, positions = '', owner = '', outline] = /outlineCallsite","positions":\{([^}]*)\},"outline":"L([^;]+);([^(]+)/.exec(line) ?? [];
    for (const [, position] of positions.matchAll(/"(\d+)":/g))
      calls.push([caller, `${owner.replaceAll('/', '.')}.${outline}:${position}`]);
  }
  return calls;
}

async function namesFor(messages: ReturnType<typeof shrunkSession>, map: string): Promise<readonly SymbolRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens outlines '));
  const thread = new SymbolThread();
  try {
    await mkdir(join(folder, 'build'));
    await writeFile(join(folder, 'build', 'mapping.txt'), map);
    const session = await followSession(messages, symbolPath(folder), thread);
    session.close();
    return session.records;
  } finally {
    await thread.close();
    await rm(folder, { recursive: true });
  }
}
