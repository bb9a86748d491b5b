import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useEditorWindow } from '../../tests/extension/editor-window.ts';
import { OpenEditor } from '../../tests/extension/open-editor.ts';
import type { ShownLine } from './shown-heat.ts';

useEditorWindow();

const source = ['fun load() {', '    read()', '        decode(it)', '', '}'];

function costAt(line: number): ShownLine {
  return { line, selfUs: 0, totalUs: 820_000, busyUs: 0, blockedUs: 0, readyUs: 0, lags: 1, lagUs: 820_000, worstUs: 500_000 };
}

test('costs that come while one reads move no code, and a line has one text at each side', async () => {
  const { HeatDecorations } = await import('./heat-decorations.ts');
  const { Range } = await import('vscode');
  const editor = new OpenEditor('/shop/Feed.kt', source.join('\n'));
  const range = Object.assign(new Range(0, 0, 4, 0), { start: { line: 0 }, end: { line: 4 } });
  editor.visibleRanges = [range];
  new HeatDecorations().show(
    editor,
    source.map((_, line) => costAt(line)),
    undefined,
  );
  const texts = editor.decorations.flat().map(({ renderOptions }) => [renderOptions?.before, renderOptions?.after]);
  assert.deepEqual(
    texts.map(([before, after]) => [before?.contentText, after?.contentText]),
    source.map((text) => (text.startsWith(' '.repeat(8)) ? ['820 ms', '1 lag'] : [undefined, '820 ms · 1 lag'])),
  );
  for (const [before] of texts) {
    if (before === undefined) continue;
    const [, right, , left] = before.margin?.split(' ').map((each) => Number.parseInt(each, 10)) ?? [];
    assert.equal((left ?? Number.NaN) + Number.parseInt(before.width ?? '', 10) + (right ?? Number.NaN), 0, 'columns that the code moves');
  }
});
