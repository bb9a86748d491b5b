import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { useShareWindow } from '../../tests/extension/share-window.ts';

useShareWindow();
const { TargetFolder } = await import('./target-folder.ts');
const { Uri } = await import('vscode');

test('a shared file is suggested in the downloads, then where the last one went, else at home', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'laglens home '));
  t.after(() => rm(home, { recursive: true }));
  const kept = new Map<string, unknown>();
  const memory = {
    get: (key: string): unknown => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  const folder = new TargetFolder(Object.assign(memory), home);
  assert.equal((await folder.suggestion('shop.html')).fsPath, join(home, 'shop.html'));
  await mkdir(join(home, 'Downloads'));
  assert.equal((await folder.suggestion('shop.html')).fsPath, join(home, 'Downloads', 'shop.html'));
  await mkdir(join(home, 'for Ben'));
  await folder.remember(Uri.file(join(home, 'for Ben', 'shop.html')));
  assert.equal((await folder.suggestion('cart.html')).fsPath, join(home, 'for Ben', 'cart.html'));
  // Its folder is gone.
  await rm(join(home, 'for Ben'), { recursive: true });
  assert.equal((await folder.suggestion('cart.html')).fsPath, join(home, 'Downloads', 'cart.html'));
});
