import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { readSession } from '../../core/session/file/reader.ts';
import { OpenFiles } from '../../extension/page/open-files.ts';
import type { SessionAnswers } from '../../extension/session-answers.ts';
import { FactsThread } from '../../extension/sessions/facts/facts-thread.ts';
import type { InRoom } from '../../extension/thread/rooms.ts';
import { SessionThread } from '../../extension/thread/session-thread.ts';
import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { root } from './project-sources.ts';
import { unzip } from './zip.ts';

/** All that a user downloads. Whatever isn't named here must not be in it: no sources, no maps, no tests. */
const allowed = [
  /^extension\.vsixmanifest$|^\[Content_Types\]\.xml$/,
  /^extension\/(package|package\.nls(\.[a-z-]+)?)\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.txt$/,
  /^extension\/dist\/l10n\/bundle\.l10n\.[a-z-]+\.json$/,
  /^extension\/media\/(icon\.png|activity\.svg|(tab|file)-[a-z]+\.svg|walkthrough\/[a-z]+\.svg|sample\/shop\.laglens)$/,
  /^extension\/dist\/((extension|laglens|core|base|host|profiles|symbols|cli)\.cjs|bin\/laglens(\.cmd)?|(symbol|session)-worker\.cjs|webview\.(js|css)|troubleshoot\.(js|css)|shared-page\.(js|css)|(swift|llvm|rust-microsoft)-demangler\.wasm\.br|THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json)$/,
  /^extension\/media\/laglens\.budget\.schema\.json$/, // features/budgets
  /^extension\/dist\/mcp\.mjs$/, // features/agent-tools
  /^extension\/dist\/comparison\.(js|css)$/, // features/compare
  /^extension\/dist\/lake\.(js|css)$/, // features/lake
  /^extension\/device-agents\/prebuilt\/(arm64-v8a|armeabi-v7a|x86_64)\/liblaglens\.so$/,
  /^extension\/device-agents\/prebuilt\/ios\/liblaglens(-sim)?\.dylib$/,
  /^extension\/device-agents\/prebuilt\/laglens-hook\.jar$/,
];

const needed = [
  'extension/LICENSE.txt',
  'extension/dist/THIRD-PARTY-LICENSES.txt',
  'extension/dist/sbom.cdx.json',
  'extension/dist/l10n/bundle.l10n.ja.json',
  'extension/dist/l10n/bundle.l10n.zh-cn.json',
  'extension/dist/extension.cjs',
  'extension/dist/laglens.cjs',
  'extension/dist/core.cjs',
  'extension/dist/base.cjs',
  'extension/dist/host.cjs',
  'extension/dist/profiles.cjs',
  'extension/dist/symbols.cjs',
  'extension/dist/cli.cjs',
  'extension/dist/bin/laglens',
  'extension/dist/bin/laglens.cmd',
  'extension/dist/symbol-worker.cjs',
  'extension/dist/session-worker.cjs',
  'extension/dist/webview.js',
  'extension/dist/troubleshoot.js',
  'extension/dist/troubleshoot.css',
  'extension/dist/mcp.mjs', // features/agent-tools
  'extension/dist/comparison.js', // features/compare
  'extension/dist/comparison.css', // features/compare
  'extension/dist/lake.js', // features/lake
  'extension/dist/lake.css', // features/lake
  'extension/dist/shared-page.js',
  'extension/dist/shared-page.css',
  'extension/dist/swift-demangler.wasm.br',
  'extension/dist/llvm-demangler.wasm.br',
  'extension/dist/rust-microsoft-demangler.wasm.br',
  'extension/media/laglens.budget.schema.json', // features/budgets
  'extension/media/sample/shop.laglens',
  'extension/device-agents/prebuilt/arm64-v8a/liblaglens.so',
  'extension/device-agents/prebuilt/armeabi-v7a/liblaglens.so',
  'extension/device-agents/prebuilt/x86_64/liblaglens.so',
  'extension/device-agents/prebuilt/ios/liblaglens.dylib',
  'extension/device-agents/prebuilt/ios/liblaglens-sim.dylib',
  'extension/device-agents/prebuilt/laglens-hook.jar',
];

/**
 * Bytes. Two languages take 82 KB of them: VS Code has each sentence's English in every bundle, too. The command line takes 84 KB, the
 * tools of AI assistants 23 KB more, and their protocol's library 120 KB.
 */
const LARGEST = 1.73e6;

test('the .vsix holds what is allowed and all that is needed, in at most 1.73 MB', async (t) => {
  const archive = await readFile(await buildVsix((line) => t.diagnostic(line)));
  const names = [...unzip(archive).keys()];
  assert.deepEqual(
    names.filter((name) => !allowed.some((pattern) => pattern.test(name))),
    [],
  );
  assert.deepEqual(
    needed.filter((name) => !names.includes(name)),
    [],
  );
  t.diagnostic(`.vsix: ${archive.length} bytes`);
  assert.ok(archive.length <= LARGEST, `${archive.length} bytes`);
});

test('the extension’s page needs no file beside it: VS Code resolves none, and 1.139 shows only images of the web', async (t) => {
  const page =
    unzip(await readFile(await buildVsix((line) => t.diagnostic(line))))
      .get('extension/readme.md')
      ?.toString('utf8') ?? '';
  const targets = [...page.matchAll(/\[[^\]]*\]\(([^)]*)\)|\b(?:src|href)="([^"]*)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
  assert.deepEqual(
    targets.filter((target) => !target.startsWith('https:')),
    [],
  );
  // In its place the page has a lag as text.
  assert.match(page, /^```text\nHang .*\n.*\n\n(?: *\d+ ms █+ .*\n){4}```$/m);
});

test('the licences of the programs that make names readable come with them', async (t) => {
  const licences = unzip(await readFile(await buildVsix((line) => t.diagnostic(line)))).get('extension/dist/THIRD-PARTY-LICENSES.txt');
  const text = licences?.toString('utf8') ?? '';
  for (const words of [
    'gecko-profiler-demangle 0.4.0',
    'Runtime Library Exception to the Apache 2.0 License',
    'LLVM Exceptions',
    'wasi-libc',
  ]) {
    assert.ok(text.includes(words), words);
  }
});

test('the thread that reads symbols works from what is shipped, beside nothing else', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const folder = await mkdtemp(join(tmpdir(), 'laglens shipped '));
  const thread = new SymbolThread({ program: pathToFileURL(join(folder, 'symbol-worker.cjs')) });
  try {
    for (const [name, bytes] of files) if (name.startsWith('extension/dist/')) await writeFile(join(folder, basename(name)), bytes);
    const path = join(root, 'device-agents/prebuilt/x86_64/liblaglens.so');
    const [facts] = (await thread.ask({ ask: 'identify', path, kind: 'native' })).answer;
    assert.ok(facts?.kind === 'native' && facts.id.length >= 16);
    // Address 0 is the file's header, where no function is; to say so takes all programs that make names readable.
    const { answers } = (await thread.ask({ ask: 'addresses', path, entry: '', id: facts.id, offsets: [0] })).answer;
    assert.deepEqual(answers, [{ confidence: 0, others: 0, frames: [], isOutline: false }]);
  } finally {
    await thread.close();
    await rm(folder, { recursive: true });
  }
});

test('the thread of an open session works from what is shipped, beside nothing else', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const folder = await mkdtemp(join(tmpdir(), 'laglens shipped '));
  const thread = new SessionThread<InRoom<'session', SessionAnswers>>({ program: pathToFileURL(join(folder, 'session-worker.cjs')) });
  try {
    await writeProgram(folder, files);
    const judging = { thresholdUs: 100_000, limits: DEFAULT_LIMITS };
    await thread.ask('session.hold', [{ packages: [], prefixes: [] }]);
    const sample = await SessionFile.open(join(root, 'media/sample/shop.laglens'));
    for await (const chunk of readSession(sample, inflateDriver)) {
      await thread.ask('session.take', [new Uint8Array(chunk), true]);
    }
    await sample.close();
    const facts = await thread.ask('session.update', [{ ...judging, selection: { number: 0, ranges: undefined } }]);
    assert.ok(facts.lags > 0 && facts.samples > 0);
  } finally {
    thread.close();
    await rm(folder, { recursive: true });
  }
});

test('the thread that lists facts of sessions works from what is shipped, beside nothing else', async (t) => {
  const files = unzip(await readFile(await buildVsix((line) => t.diagnostic(line))));
  const folder = await mkdtemp(join(tmpdir(), 'laglens shipped '));
  const thread = new FactsThread(new OpenFiles(), { program: pathToFileURL(join(folder, 'session-worker.cjs')) });
  try {
    await writeProgram(folder, files);
    const recorded = await thread.read(join(root, 'media/sample/shop.laglens'), { thresholdUs: 100_000, limits: DEFAULT_LIMITS });
    assert.ok(recorded.kind === 'read' && recorded.facts.lags > 0);
  } finally {
    thread.close();
    await rm(folder, { recursive: true });
  }
});

test('the lock file names no download addresses: each user’s own registry setting decides', async () => {
  const tied = (await lockedPackages()).filter(([, entry]) => 'resolved' in entry);
  assert.deepEqual(tied, []);
});

test('the lock file holds the packages of every platform, without which npm ci refuses it', async () => {
  const packages = await lockedPackages();
  const names = new Set(packages.map(([path]) => path.replace(/^.*node_modules\//, '')));
  const optional = packages.flatMap(([, entry]) => Object.keys(('optionalDependencies' in entry && entry.optionalDependencies) || {}));
  assert.ok(optional.length > 20);
  assert.deepEqual(
    optional.filter((name) => !names.has(name)),
    [],
  );
});

/** The program of threads that read sessions, beside nothing else. */
async function writeProgram(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const name of ['session-worker.cjs', 'core.cjs', 'base.cjs', 'profiles.cjs'])
    await writeFile(join(folder, name), files.get(`extension/dist/${name}`) ?? '');
}

async function lockedPackages(): Promise<[path: string, entry: object][]> {
  const lock: { packages: Record<string, object> } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages);
  assert.ok(packages.length > 100);
  return packages;
}
