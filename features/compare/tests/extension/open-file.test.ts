import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenFiles } from '../../../../extension/page/open-files.ts';
import { idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { useEditorWindow } from '../../../../tests/extension/editor-window.ts';
import { openedSession } from '../../../../tests/extension/opened-session.ts';
import { DiffThread } from '../../extension/diff-thread.ts';

useEditorWindow();

const thresholdUs = 100 * ms;
const appClasses = { packages: [], prefixes: ['com.example.shop'] };
const deeds = [idle(500 * ms), message(300 * ms, 'com.example.shop.Cart.total:12'), idle(500 * ms)];

async function diffOf(files: OpenFiles, path: string, t: { after(end: () => void): void }): ReturnType<DiffThread['diff']> {
  const thread = new DiffThread(files);
  t.after(() => thread.close());
  await thread.read({ path, name: 'mine', thresholdUs, appClasses });
  return thread.diff({ before: [], now: [path], thresholdUs });
}

test('an open file is compared by its thread, which decodes it no second time, with the figures of a closed one', async (t) => {
  await using opened = await openedSession(scriptedApp(deeds), appClasses);
  const { files, path, copy } = opened;
  await opened.spoil();
  const compared = await diffOf(files, path, t);
  assert.equal(compared.diff.groups.length, 1);
  assert.deepEqual(compared, await diffOf(new OpenFiles(), copy, t));
  assert.equal(opened.takenBytes(), opened.rawBytes, 'bytes of the file that were decoded');
});
