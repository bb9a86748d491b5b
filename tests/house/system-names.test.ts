import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { iosCompiler } from '../../device-agents/build/ios-library.ts';
import { agentsRoot, sources } from '../../device-agents/build/sources.ts';

/** clang's own headers; any other in angle brackets would be an SDK's. */
const ofCompiler = ['stdarg.h', 'stdbool.h', 'stddef.h', 'stdint.h'];
const includes = (files: readonly string[]): string => files.map((file) => `#include ${file}\n`).join('');
const own = /^laglens_/i;

interface Declaration {
  readonly kind: string;
  readonly name?: string;
  readonly inner?: readonly Declaration[];
}

function compile(text: string, ...flags: readonly string[]): Promise<string> {
  const argv = ['-target', 'arm64-apple-ios15.0', '-isysroot', 'ios/stubs', '-ffreestanding', '-x', 'c', ...flags, '-'];
  const run = promisify(execFile)(iosCompiler, argv, { cwd: agentsRoot, maxBuffer: 1 << 28 });
  run.child.stdin?.end(text);
  return run.then(({ stdout }) => stdout);
}

async function declarations(text: string): Promise<readonly Declaration[]> {
  const unit: Declaration = JSON.parse(await compile(text, '-fsyntax-only', '-Xclang', '-ast-dump=json'));
  const all = unit.inner ?? [];
  return [...all, ...all.flatMap((one) => (one.kind === 'EnumDecl' ? (one.inner ?? []) : []))];
}

const macros = async (text: string): Promise<readonly string[]> =>
  [...(await compile(text, '-E', '-dM')).matchAll(/^#define (\w+)/gm)].map(([, name = '']) => name);

test('the agent for iOS declares the system under names of its own, as an app’s compiler knows Apple’s', async () => {
  const standard = includes(ofCompiler.map((name) => `<${name}>`));
  const headers = standard + includes((await sources('ios/darwin/*.h')).map((path) => `"${path}"`));
  const known = new Set((await declarations(standard)).map(({ name }) => name));
  const declared = (await declarations(headers)).filter(({ name }) => name !== undefined && !known.has(name));
  assert.ok(declared.length > 100);
  assert.deepEqual(
    declared.map(({ name = '' }) => name).filter((name) => !own.test(name)),
    [],
  );
  const functions = declared.filter(({ kind }) => kind === 'FunctionDecl' || kind === 'VarDecl');
  assert.ok(functions.length > 80);
  const labelled = (one: Declaration): boolean => one.inner?.some(({ kind }) => kind === 'AsmLabelAttr') === true;
  assert.deepEqual(
    functions.filter((one) => !labelled(one)).map(({ name }) => name),
    [],
  );
  const knownMacros = new Set(await macros(standard));
  assert.deepEqual(
    (await macros(headers)).filter((name) => !knownMacros.has(name) && !own.test(name)),
    [],
  );
});

test('the agent for iOS includes no header of an SDK', async () => {
  const wrong: string[] = [];
  for (const path of await sources('core/**/*.{c,h}', 'ios/**/*.{c,h}')) {
    const text = await readFile(join(agentsRoot, path), 'utf8');
    const found = [...text.matchAll(/^\s*#\s*include\s*<(.+)>/gm)].map(([, name = '']) => name);
    wrong.push(...found.filter((name) => !ofCompiler.includes(name)).map((name) => `${path}: ${name}`));
  }
  assert.deepEqual(wrong, []);
});
