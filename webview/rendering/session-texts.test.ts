import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage } from '../../tests/core/sample-stream.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { PageSession } from '../content/page-session.ts';
import { whereTexts } from './session-texts.ts';

function where(pid: number): readonly string[] {
  const session = new PageSession(shopPage);
  session.model.apply(helloMessage(0, { pid, os: 'linux', runtime: 'HotSpot 21', abi: 'x86_64' }));
  return Object.values(whereTexts(session));
}

test('the header has the process id of a capture, and none of an import, which knows none', () => {
  assert.deepEqual(where(4_711), ['pid 4711', 'pid 4711 · HotSpot 21 · x86_64']);
  assert.deepEqual(where(0), ['', 'HotSpot 21 · x86_64']);
});
