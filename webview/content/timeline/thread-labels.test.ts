import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { message, ms } from '../../../tests/core/analyzed-app.ts';
import { SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadChoices } from '../../rendering/session-texts.ts';
import { TracksSource, threadsText } from './tracks-source.ts';

/** A thread that is seen once. */
function* lives(thread: number, name: string, group: string, beginUs: number, endUs?: number): Generator<Message> {
  const at = (us: number): number => SCRIPT_START_US + us;
  yield { type: 'thread', thread, tid: 1_000 + thread, name, group, flags: 0, atUs: at(beginUs) };
  yield { type: 'sample', thread, node: 1, state: 0, atUs: at(beginUs), cpuUs: 0, allocatedBytes: 0 };
  if (endUs !== undefined) yield { type: 'threadEnd', thread, atUs: at(endUs) };
}

function model(): SessionModel {
  const shop = new SessionModel();
  const threads = [
    ...lives(20, 'Reference Handler', 'system', 0),
    ...lives(21, 'Common-Cleaner', 'InnocuousThreadGroup', 0),
    ...lives(22, 'bank', 'main', 6_622_830, 6_969_417),
    ...lives(23, 'sync', 'main', 7_000_000),
    ...lives(24, 'bank', 'main', 9_000_000),
  ];
  for (const each of [...scriptedApp([message(40 * ms, 'a.b.c:1')]), ...threads]) shop.apply(each);
  return shop;
}

test('threads with the same name are distinguished, and the machine’s own come last', () => {
  const choices = threadChoices(model(), undefined).map(({ label, isService }) => `${label}${isService ? ' (service)' : ''}`);
  assert.deepEqual(choices, [
    'main',
    'bank · 0:06.6 – 0:07.0 · tid 1022',
    'bank · since 0:09.0 · tid 1024',
    'sync',
    'Common-Cleaner (service)',
    'Reference Handler (service)',
  ]);
});

test('tracks name threads alike, the machine’s own last of those as busy', () => {
  const shop = model();
  const view = { fromX: 0, toX: 10_000_000 };
  const { rows } = new TracksSource().data(shop, view, view, undefined, undefined, []);
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'thread').map(({ label }) => label),
    ['main', 'bank · 0:06.6 – 0:07.0 · tid 1022', 'sync', 'bank · since 0:09.0 · tid 1024', 'Reference Handler', 'Common-Cleaner'],
  );
});

test('a capture counts threads that live, a recording all', () => {
  // Main and five others, of which one has ended.
  assert.deepEqual([threadsText(model(), true), threadsText(model(), false)], ['5 now', '6']);
});
