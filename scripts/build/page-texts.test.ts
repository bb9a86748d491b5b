import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SourceFile, sourceFiles } from '../../tests/house/project-sources.ts';
import { coreTexts } from './l10n.ts';

const literal = `(?:'(?:[^'\\\\\\n]|\\\\.)*'|"(?:[^"\\\\\\n]|\\\\.)*")`;
/** A text, or an entry of a table that `coreTexts` has: both end where values follow, or the call ends. */
const found = new RegExp(`^\\s*(?:${literal}|(?:${Object.keys(coreTexts).join('|')})(?:\\.\\w+|\\[[^\\]]*\\]*\\]))\\s*[,)]`);
/** A call of `t`, or `t` as a value. */
const uses = /(?<![.\w'])t(?:\(|(?=\s*[,)\]};]))/g;

/** Uses of `t` whose text no scan of the sources finds. */
function hiddenIn({ path, lines }: SourceFile): readonly string[] {
  const code = lines.join('\n');
  return [...code.matchAll(uses)]
    .filter(({ 0: use, index }) => !isImport(code, index) && !(use.endsWith('(') && found.test(code.slice(index + use.length))))
    .map(({ index }) => `${path}: ${code.slice(index, index + 60)}`);
}

function isImport(code: string, at: number): boolean {
  return code.slice(code.lastIndexOf('\n', at) + 1, at).startsWith('import ');
}

const letters = '[^\'"`\\n]*[A-Za-z]{2}[^\'"`\\n]*';
/** A text where users read it, or of several words anywhere. */
const shown = new RegExp(
  `(?:\\b(?:text|title|label|hint|placeholder|about)|'aria-label'): ['"\`]${letters}|\\b(?:setText|setTitle|setLabel|say|textNode|textButton)\\((?:[^,()]*, )?['"\`]${letters}` +
    `|(?<!\\bt\\(\\s*|Error\\(\\s*)['"][A-Z][a-z]+ ${letters}['"]`,
  'g',
);

function untranslatedIn({ path, lines }: SourceFile): readonly string[] {
  return [...withoutValues(lines.join('\n')).matchAll(shown)].map(([text]) => `${path}: ${text}`);
}

/** Templates without the values between their words. */
function withoutValues(code: string): string {
  const shorter = code.replace(/\$\{[^{}]*\}/g, '');
  return shorter === code ? code : withoutValues(shorter);
}

function fileOf(code: string): SourceFile {
  return { path: 'a.ts', lines: code.split('\n') };
}

test('texts of the page are written where `t` translates them, or stand in tables that are known to be translated', async () => {
  const count = (code: string): number => hiddenIn(fileOf(code)).length;
  assert.deepEqual(
    [
      count(`t('Lags'); t("It's {0}", name); t(\n  'long',\n)`),
      count('t(lagTexts[kindTexts[lag.kind]], 1); t(stateTexts.busy)'),
      count("t(isOpen ? 'Open' : 'Close')"),
      count('t(`Lags`); t(name); t(otherTexts.busy)'),
      count('causeParts(sentences, t)'),
      count("import { t } from './translated.ts';\nformat('Lags')"),
    ],
    [0, 0, 1, 3, 1, 0],
  );
  assert.deepEqual((await pageSources()).flatMap(hiddenIn), []);
});

test('no text of the page stands without `t`', async () => {
  const count = (code: string): number => untranslatedIn(fileOf(code)).length;
  assert.deepEqual(
    [
      count(`element('p', { text: 'Lags' }); setTitle(node, 'Lags'); { name: 'No lags' }; setText(node, \`\${count} lags\`)`),
      count("element('p', { text: t('Lags'), class: 'muted tabular' }); setText(this.node, ''); throw new Error('The page has no root')"),
    ],
    [4, 0],
  );
  assert.deepEqual((await pageSources()).flatMap(untranslatedIn), []);
});

async function pageSources(): Promise<readonly SourceFile[]> {
  const files = await sourceFiles((path) => /^(?:features\/[\w-]+\/)?webview\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'));
  assert.ok(files.length > 200, String(files.length));
  return files.filter(({ path }) => path !== 'webview/ui/translated.ts');
}
