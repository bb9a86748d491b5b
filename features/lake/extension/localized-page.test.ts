import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { PageElement } from '../../../core/document/page-node.ts';
import type { Answer } from '../core/answer.ts';
import { lakePage } from '../core/page/lake-page.ts';
import { withPhrases } from '../core/page/page-texts.ts';
import { shownQuestions } from '../core/page/shown-questions.ts';
import { questionNamed } from '../core/questions.ts';

/** VS Code in a language, by the texts of `l10n/`. */
const bundle: Record<string, string> = {};
Object.assign(globalThis, { l10nBundle: bundle });
const editor = `data:text/javascript,
  const bundle = globalThis.l10nBundle;
  export const l10n = { t: (text, ...values) => (bundle[text] ?? text).replace(/\\{(\\d)\\}/g, (_, at) => values[at]) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

/** Recorded, or the same in every language. */
const names = /SHOP|CART|PIXEL|MAIN|LOCK|\bms\b|\bmin\b|\d{4}-\d\d-\d\d|\be\d+/g;

/** Two days of two versions, with every column of the ready questions. */
const answer: Answer = {
  columns: [
    ...[
      'app',
      'version',
      'before',
      'label',
      'device',
      'screen',
      'cause',
      'day',
      'path',
      'session',
      'group_key',
      'lags',
      'sessions',
      'reports',
    ],
    ...[
      'ms',
      'ms_per_minute',
      'was_ms_per_minute',
      'saved_ms_per_minute',
      'worst_ms',
      'percent',
      'percent_held',
      'p50_ms',
      'p95_ms',
      'p99_ms',
      'z',
    ],
  ],
  rows: ['2026-11-01', '2026-11-02'].map((day) => [
    ...['SHOP', '1.1', '1.0', 'CART', 'PIXEL', 'MAIN', 'LOCK', day, '/SHOP.laglens', '1', '2', 3, 2, 1],
    ...[400, 900, 300, 600, 700, 50, 100, 5, 9, 20, 8],
  ]),
};

for (const language of ['zh-cn', 'ja']) {
  test(`the page of versions has no English word in ${language}, beside what was recorded`, async () => {
    Object.assign(bundle, JSON.parse(await readFile(new URL(`../../../l10n/bundle.l10n.${language}.json`, import.meta.url), 'utf8')));
    const { localizedPage } = await import('./localized-page.ts');
    const nothing: Answer = { columns: answer.columns, rows: [] };
    const asked = shownQuestions.map((shown) => ({
      ...{ shown, reading: questionNamed(shown.name)?.reading ?? '', rows: shown.name === 'reports' ? 0 : 40, days: answer },
      answer: shown.name === 'reports' ? nothing : answer,
      longest: undefined,
      errors: undefined,
    }));
    for (const sessions of [1, 6]) {
      const versions = { now: '1.1', before: '1.0', nowSessions: sessions, beforeSessions: 2 };
      const facts = { name: 'SHOP', versions, sessions, damaged: sessions - 1 };
      const pages = [lakePage(facts, asked), lakePage(facts, asked.slice(3))];
      for (const page of pages) {
        const { title, main } = localizedPage(withPhrases(page));
        const english = [title, ...textsOf(main)].filter((text) => /[a-z]{2}/i.test(text.replaceAll(names, '')));
        assert.deepEqual(english, []);
      }
    }
  });
}

function textsOf({ attributes, children }: PageElement): readonly string[] {
  const label = attributes['aria-label'];
  return [...(label === undefined ? [] : [label]), ...children.flatMap((each) => (typeof each === 'string' ? [each] : textsOf(each)))];
}
