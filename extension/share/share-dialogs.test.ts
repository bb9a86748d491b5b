import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { env, person, ran, UIKind, useShareWindow } from '../../tests/extension/share-window.ts';

useShareWindow();
const { Uri } = await import('vscode');
const { offerToShow } = await import('./share-dialogs.ts');

beforeEach(() => {
  Object.assign(person, { notes: [], presses: 'Open' });
  ran.splice(0);
});

test('what was saved is opened from its message: a session in the editor', async () => {
  Object.assign(env, { uiKind: UIKind.Web });
  await offerToShow(Uri.file('/shop/one.laglens'));
  assert.deepEqual(person.notes, ['Saved one.laglens. | Open']);
  assert.deepEqual(ran, [['vscode.open', 'file:///shop/one.laglens']]);
});

test('a file manager is offered on a desktop, as a browser has none', async () => {
  Object.assign(env, { uiKind: UIKind.Desktop });
  person.presses = 'Show in Folder';
  await offerToShow(Uri.file('/shop/one.html'));
  assert.deepEqual(person.notes, ['Saved one.html. | Open | Show in Folder']);
  assert.deepEqual(ran, [['revealFileInOS', 'file:///shop/one.html']]);
});
