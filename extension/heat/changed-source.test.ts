import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { useEditorWindow } from '../../tests/extension/editor-window.ts';
import { OpenEditor } from '../../tests/extension/open-editor.ts';
import { silentLog } from '../../tests/extension/silent-log.ts';
import type { PageSource } from '../page/page-source.ts';
import type { HeatFile } from './heat-file.ts';

useEditorWindow();

/** A recording whose lag was in line 3 of `Feed.java`, in `show`, beside this source. */
async function besides(source: string): Promise<HeatFile> {
  const { HeatFile } = await import('./heat-file.ts');
  const { HeatSession } = await import('./heat-session.ts');
  const { SourceFinder } = await import('../sources/source-finder.ts');
  const app = new AnalyzedApp();
  app.replay(scriptedApp([message(150 * ms, 'com.example.Shop.open:2', 'com.example.Feed.show:3'), idle(50 * ms)]));
  const recorded: PageSource = {
    model: app.model,
    about: { session: 'old', title: 'old', live: false, keepsNames: true },
    phase: { phase: 'recorded', detail: '' },
    warnings: [],
    thresholdUs: 100 * ms,
    lags: app.detector.lags,
    onDidChange: () => ({ dispose: () => undefined }),
    async *stream() {},
    async *snapshot() {},
    save: async () => undefined,
  };
  const session = new HeatSession(recorded, (error) => assert.fail(String(error)));
  await session.update();
  const memory = { keys: () => [], get: <T>(_key: string, other?: T) => other, update: async () => undefined };
  const { document } = new OpenEditor('/shop/com/example/Feed.java', source);
  const file = new HeatFile(document, session, new SourceFinder(memory, silentLog));
  await file.update();
  return file;
}

test('a source whose recorded line is in another method now has no costs at lines, and its lens over the function', async () => {
  const changed = await besides('package com.example;\nint other() {\n  read();\n}\n\nvoid show() {\n  read();\n}\n');
  assert.equal(changed.freshness, 'other');
  assert.deepEqual(changed.lines, []);
  assert.equal(changed.lineAt(2), undefined);
  assert.equal(changed.functionAt(2), undefined);
  assert.deepEqual(changed.declarations(), [5]);
});

test('a source without the function has no lens, one as it was built has its costs', async () => {
  assert.deepEqual((await besides('package com.example;\nint other() {\n  read();\n}\n')).declarations(), [undefined]);
  const built = await besides('package com.example;\nvoid show() {\n  read();\n}\n');
  assert.deepEqual([built.freshness, built.lines.map(({ line }) => line), built.declarations()], ['asBuilt', [2], [1]]);
});
