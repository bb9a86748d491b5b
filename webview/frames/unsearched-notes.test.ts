import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uint32At } from '../../core/columns/at.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import { ms } from '../../tests/core/analyzed-app.ts';
import { ScriptedPhone } from '../../tests/core/scripted-phone.ts';
import { FrameStyles } from './frame-styles.ts';

test('an address says why it has no name: the system’s library, no library, or a search to come', () => {
  const model = new SessionModel();
  const { messages } = new ScriptedPhone().idle(20 * ms).turn(300 * ms, ['Shop 5', 'UIKit 7', 'kernel 9']);
  const withoutKernel = (each: Message): boolean => each.type !== 'image' || !each.path.endsWith('kernel.dylib');
  for (const each of messages.filter(withoutKernel)) model.apply(each);
  const styles = new FrameStyles(model, () => false);
  const notes = new Map<string, string>();
  for (let node = 1; node < model.nodes.length; node++) {
    const image = model.methods[uint32At(model.nodes.method, node)]?.image ?? 0;
    notes.set(model.images[image]?.path.split('/').at(-1) ?? '', styles.of(node).note);
  }
  assert.equal(notes.get('UIKitCore'), 'No name: a system library without symbols here.');
  assert.equal(notes.get('Shop'), 'No name: symbols not searched yet.');
  assert.equal(notes.get(''), 'No name: the address is in no known library.');
});
