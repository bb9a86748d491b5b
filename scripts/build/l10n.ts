import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { causeTexts } from '../../core/analysis/causes/facts/cause-texts.ts';
import { anrTraceTexts } from '../../core/analysis/exit-traces/anr-trace-text.ts';
import { lagTexts, stateTexts } from '../../core/analysis/lags/lag-texts.ts';
import { unnamedHandlers } from '../../core/analysis/messages/message-costs.ts';
import { processEndTexts } from '../../core/analysis/processes/process-end.ts';
import { dataQualityTexts } from '../../core/analysis/report/data-quality.ts';
import { limitTexts } from '../../core/analysis/report/session-limits.ts';
import { barrierTexts } from '../../core/analysis/report/sync-barriers.ts';
import { stepTitles } from '../../host/diagnose/steps.ts';

/** Sentences of `vscode.l10n.t('…')`, of the page's `t('…')`, or with other quotes: the first argument is a literal. */
const calls = /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Templates tagged with `phrase`, and their values, which hold no other of these. */
const phrases = /\bphrase`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*)`/g;
const values = /\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}/g;

/** Sentences of core that the page shows: `t(causeTexts[key])`. */
export const coreTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  causeTexts,
  anrTraceTexts,
  lagTexts,
  stateTexts,
  unnamedHandlers,
  processEndTexts,
  dataQualityTexts,
  limitTexts,
  barrierTexts,
};

/** English texts that VS Code shows; some are both. */
export interface L10nTexts {
  /** Of the extension, and titles of the host that it shows. */
  readonly sentences: ReadonlySet<string>;
  /** Of the session's page. */
  readonly page: ReadonlySet<string>;
  /** Templates of core and host. */
  readonly phrases: ReadonlySet<string>;
}

/** @throws if a phrase cannot be read */
export async function l10nTexts(root: string): Promise<L10nTexts> {
  return {
    sentences: new Set([...Object.values(stepTitles), ...(await textsIn(root, ['extension', 'protocol'], sentencesOf))]),
    page: new Set([...Object.values(coreTexts).flatMap(Object.values), ...(await textsIn(root, ['webview'], sentencesOf))]),
    phrases: new Set(await textsIn(root, ['core', 'host'], templatesOf)),
  };
}

/** All texts as a bundle for translators: each is its own key. @throws if a phrase cannot be read */
export async function l10nBundle(root: string): Promise<string> {
  const { sentences, page, phrases } = await l10nTexts(root);
  const texts = [...new Set([...sentences, ...page, ...phrases])].sort();
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}

async function textsIn(root: string, rooms: readonly string[], find: (source: string) => readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const room of rooms) {
    for await (const path of glob(`{${room},features/*/${room}}/**/*.ts`, { cwd: root })) {
      if (!path.endsWith('.test.ts')) found.push(...find(await readFile(join(root, path), 'utf8')));
    }
  }
  return found;
}

export function sentencesOf(source: string): readonly string[] {
  return [...source.matchAll(calls)].map(([, single, double]) => unescaped(single ?? double ?? ''));
}

/** Templates of phrases with `{0}` in the places of values, as at run time. Those without letters need no translation. */
export function templatesOf(source: string): readonly string[] {
  const found = [...source.matchAll(phrases)].map(([, template = '']) => {
    let at = 0;
    return unescaped(template.replace(values, () => `{${at++}}`));
  });
  const begun = source.match(/\bphrase`/g)?.length ?? 0;
  if (found.length !== begun) throw new Error(`${begun} phrases begin, ${found.length} can be read: ${found.join(' | ')}`);
  return found.filter((template) => /\p{L}/u.test(template));
}

function unescaped(literal: string): string {
  return literal.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}
