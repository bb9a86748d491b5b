import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { appClassPredicate } from '../../core/analysis/app-classes.ts';
import { AppMethods } from '../../core/analysis/app-methods.ts';
import { LagJudge } from '../../core/analysis/judge.ts';
import { sessionMarkdown } from '../../core/analysis/session-markdown.ts';
import { SessionModel } from '../../core/session/model.ts';
import { replaySession } from '../../core/session/replay.ts';
import { helloMessage, processMessage } from '../../core/session/sample-stream.ts';
import { MemoryFile, sourceOf } from './memory-session.ts';
import { ScriptedPhone } from './scripted-phone.ts';

const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example.shop'] });

test('the three longest lags of a session are told with the way that their time went and the lines of the source', async () => {
  const bytes = await readFile(new URL('../../media/sample/shop.laglens', import.meta.url));
  const { model } = await replaySession(sourceOf(bytes), new MemoryFile());
  const judge = new LagJudge(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const longest = judge.lags.toSorted((a, b) => b.endUs - b.beginUs - (a.endUs - a.beginUs));
  const text = await sessionMarkdown(model, {
    title: 'shop',
    lags: judge.lags,
    chosen: undefined,
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    codeOf: async ({ sourceFile, line }) => `  code of ${sourceFile} | ${line}`,
  });
  assert.match(text, /^# shop\n\n- App: com\.example\.shop/);
  assert.match(text, new RegExp(`\\n\\n${judge.lags.length} lags longer than 100 ms\\. The 3 longest:\\n`));
  const heads = [...text.matchAll(/^## (\d)\. (\d+) ms.* in `([^`]+)`/gm)].map(([, index, ms, label]) => `${index} ${ms} ${label}`);
  assert.equal(heads.length, 3);
  assert.equal(heads[0]?.split(' ')[1], String(Math.round(((longest[0]?.endUs ?? 0) - (longest[0]?.beginUs ?? 0)) / 1_000)));
  for (const head of heads) assert.ok(text.includes(`| \`${head.split(' ').slice(2).join(' ')}\` |`), `${head} is on its own hot path`);
  assert.match(text, /`code of \w+\.(?:java|kt) \\\| \d+`/, 'a bar in the source does not end its cell');
});

test('of native code the builds of the app itself are told, by file and id', async () => {
  const phone = new ScriptedPhone();
  phone.turn(300_000, ['Cart 5', 'UIKit 7']);
  const model = new SessionModel();
  for (const message of phone.messages) model.apply(message);
  const text = await sessionMarkdown(model, {
    title: 'Shop',
    lags: [],
    chosen: undefined,
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    codeOf: async () => undefined,
  });
  // The script numbers its files as they are listed, and their build ids alike: Shop 0, Cart 2. The system's are nobody's build.
  assert.match(text, /^- Build: Cart 02, Shop 00$/m);
});

test('names of a hostile session are no markup', async () => {
  const model = new SessionModel();
  model.apply(processMessage(0, { app: '<img src=x>\n# [a](http://x)', device: '**|' }));
  model.apply(helloMessage(1_000));
  const facts = {
    lags: [],
    chosen: undefined,
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    codeOf: async () => undefined,
  };
  const text = await sessionMarkdown(model, { title: '`<b>`', ...facts });
  assert.match(text, /^# \\`\\<b\\>\\`\n/);
  assert.match(text, /- App: \\<img src=x\\> # \\\[a\\\]\(http:\/\/x\)\n- Device: \\\*\\\*\\\|,/);
  assert.match(text, /\n\nNo lag longer than 100 ms\.\n$/);
});
