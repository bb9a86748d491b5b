import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { attacks, steeringSigns } from '../core/attacks.ts';
import { shown, trees, useSpokenWindow } from './spoken-window.ts';
import { type VsCodeParsers, vsCodeParsers } from './vscode-parsers.ts';

useSpokenWindow();
const { chooseFiles, chooseTarget } = await import('../../extension/surface/dialogs.ts');
const { hoverOver, lensOver, newPanel, textsAround } = await import('../../extension/surface/editors.ts');
const { openLog } = await import('../../extension/surface/log.ts');
const { complain, confirm, inform, shownError, warn } = await import('../../extension/surface/notifications.ts');
const { askForText, LivePicker, pickOne, pickSeveral } = await import('../../extension/surface/pickers.ts');
const { withNotification, withStatus } = await import('../../extension/surface/progress.ts');
const { remark, StatusEntry } = await import('../../extension/surface/status-bar.ts');
const { TreeView } = await import('../../extension/surface/trees.ts');

const parsers: VsCodeParsers[] = [];
before(async () => {
  parsers.push(await vsCodeParsers('oldest'), await vsCodeParsers('newest'));
});

/** Shows a text in every place that there is. */
async function showEverywhere(text: string): Promise<void> {
  const row = { label: text, description: text, detail: text, payload: text };
  await inform(text, text);
  await warn(text, text);
  await complain(text, text);
  await confirm({ question: text, detail: text }, text);
  await pickOne([row], { title: text, placeHolder: text });
  await pickSeveral([row], { title: text, placeHolder: text });
  new LivePicker<typeof row>({ title: text, placeholder: text, key: () => text, firstIsActive: false, failed: assert.fail }).show([row]);
  await askForText(text, text, text);
  await chooseFiles({ title: text, openLabel: text });
  await chooseTarget({ title: text });
  await withNotification(text, async (_, step) => step(text));
  await withStatus(text, async () => undefined);
  remark('info', text);
  new StatusEntry('id', text, { command: 'command' }).show('record', text, text, text);
  const [listed, short] = [
    { shown: { id: 'id', label: text, description: text, details: text, kind: 'kind' } },
    { shown: { id: 'other', label: text, kind: 'kind' } },
  ];
  const tree = new TreeView('id', async () => ({ children: () => [listed, short] }));
  tree.message = text;
  tree.description = text;
  await Promise.all(trees);
  lensOver(0, text, '', []);
  const range: Parameters<typeof textsAround>[0] = Object.create(null);
  const { before, after } = textsAround(range, { text, width: '', margin: '' }, text).renderOptions ?? {};
  for (const part of [before, after]) shown.push({ by: 'line', text: String(part?.contentText) });
  shown.push({ by: 'thrown', text: shownError(text).message });
  hoverOver(range, [{ sentence: text }, { remark: text }, { head: [text, text], rows: [[text, text]] }]);
  newPanel('type', text, { viewColumn: 1, preserveFocus: true });
  const log = openLog('name');
  for (const say of [log.debug, log.info, log.warn, log.error]) say(text);
}

/** Icons of ours, each at the beginning of its text. */
const OURS = /^\$\((?:info|record)\) /;

for (const [attack, text] of Object.entries(attacks)) {
  test(`VS Code is shown nothing but text of ${attack}, wherever it stands`, async () => {
    shown.length = 0;
    await showEverywhere(text);
    assert.ok(shown.length > 48, `${shown.length} texts`);
    for (const each of shown) {
      const several = /detail|tooltip|log|hover/.test(each.by) ? '\n\t' : '';
      assert.deepEqual(steeringSigns(each.text, several), [], each.by);
      // Messages are read with their breaks as blanks; the hover's Markdown is judged in core/text, the log is read as it is.
      if (each.by === 'hover' || each.by.startsWith('log')) continue;
      const read = each.text.replace(OURS, '').replaceAll('\n', ' ');
      for (const { link, icon } of parsers) {
        assert.doesNotMatch(read, new RegExp(link.source, 'i'), each.by);
        assert.doesNotMatch(read, new RegExp(icon.source), each.by);
      }
    }
  });
}

test('VS Code would have made a link and an icon of it', () => {
  // Otherwise the tests above could not fail.
  for (const { link, icon } of parsers) {
    assert.match(attacks.commandLink, new RegExp(link.source, 'i'));
    assert.match(attacks.fileLink, new RegExp(link.source, 'i'));
    assert.match(attacks.icon, new RegExp(icon.source));
  }
});

test('a button and a row come back as the caller named them', async () => {
  const name = '[Show](command:x) $(trash)\u202e';
  assert.equal(await warn('text', name), name);
  assert.equal((await pickOne([{ label: name, payload: name }], {}))?.payload, name);
});
