import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { LineCosts, type WatchedFile } from '../../core/analysis/source-costs/line-costs.ts';
import type { Message } from '../../core/wire/schema.ts';
import { AnalyzedApp, idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { showEditors, useEditorWindow } from '../../tests/extension/editor-window.ts';
import { OpenEditor } from '../../tests/extension/open-editor.ts';
import { silentLog } from '../../tests/extension/silent-log.ts';
import type { PageSource } from '../page/page-source.ts';

useEditorWindow();

/** Updates of a live session's costs. */
const REFRESH_MS = 1_000;

/** A capture of this window of which a tenth comes whenever it is asked to. */
class LiveApp implements PageSource {
  readonly #app = new AnalyzedApp();
  readonly model = this.#app.model;
  readonly about = { session: 'live', title: 'shop', live: true, keepsNames: true };
  readonly phase = { phase: 'recording', detail: '' } as const;
  readonly warnings = [];
  thresholdUs = 100 * ms;
  readonly #messages: Message[];
  readonly #tenth: number;

  constructor(messages: Message[]) {
    this.#messages = messages;
    this.#tenth = Math.ceil(messages.length / 10);
  }

  get lags(): readonly Lag[] {
    return this.#app.detector.lags;
  }

  goOn(): void {
    this.#app.replay(this.#messages.splice(0, this.#tenth));
  }

  readonly onDidChange = (): { dispose(): void } => ({ dispose: () => undefined });
  async *stream(): AsyncGenerator<never> {}
  async *snapshot(): AsyncGenerator<never> {}
  async save(): Promise<void> {}
}

test('costs are worked out for sources on the screen alone, and with none there not at all', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { EditorHeat } = await import('./editor-heat.ts');
  const { SourceFinder } = await import('../sources/source-finder.ts');
  const files: WatchedFile[] = [];
  const { watch } = LineCosts.prototype;
  t.mock.method(LineCosts.prototype, 'watch', function (this: LineCosts, ...wanted: Parameters<LineCosts['watch']>) {
    const file = watch.apply(this, wanted);
    files.push(file);
    return file;
  });
  const updates = t.mock.method(LineCosts.prototype, 'update').mock;
  const work = message(150 * ms, 'com.example.Shop.open:2', 'com.example.Feed.show:3');
  const live = new LiveApp(scriptedApp(Array.from({ length: 60 }, () => [work, idle(50 * ms)]).flat()));
  const feed = new OpenEditor('/shop/com/example/Feed.java', 'package com.example;\n\nvoid show() {}\n');
  const shop = new OpenEditor('/shop/com/example/Shop.java', 'package com.example;\nvoid open() {}\n');
  const memory = { keys: () => [], get: <T>(_key: string, other?: T) => other, update: async () => undefined };
  const heat = new EditorHeat(new SourceFinder(memory, silentLog), silentLog, () => true);
  const shown = async (editor: OpenEditor): Promise<void> => {
    const drawn = editor.drawn();
    showEditors(editor);
    await drawn;
  };
  const later = async (editor?: OpenEditor): Promise<void> => {
    live.goOn();
    const drawn = editor?.drawn();
    t.mock.timers.tick(REFRESH_MS);
    await drawn;
  };
  live.goOn();
  heat.onShown(live);
  await shown(feed);
  await later(feed);
  const [ofFeed] = files;
  assert.ok(ofFeed !== undefined);
  const seenOfFeed = ofFeed.visited;
  assert.ok(seenOfFeed > 0);

  await shown(shop);
  const ofShop = files[1];
  assert.ok(ofShop !== undefined);
  const seenOfShop = ofShop.visited;
  await later(shop);
  await later(shop);
  assert.equal(ofFeed.visited, seenOfFeed, 'the hidden one');
  assert.ok(ofShop.visited > seenOfShop, 'the one on the screen');

  showEditors();
  const before = updates.callCount();
  const seen = files.map(({ visited }) => visited);
  for (let tenth = 0; tenth < 3; tenth++) {
    await later();
    for (let turns = 0; turns < 20; turns++) await turn();
  }
  assert.equal(updates.callCount() - before, 0, 'nothing is looked at when nobody looks');
  assert.deepEqual(
    files.map(({ visited }) => visited),
    seen,
  );

  await shown(feed);
  assert.equal(files.length, 3);
  assert.ok((files[2]?.visited ?? 0) > seenOfFeed, 'what came meanwhile counts, once it is seen again');
  heat.dispose();
});
