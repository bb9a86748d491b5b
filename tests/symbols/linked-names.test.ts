import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { runCommand } from '../host/run-command.ts';
import { llvmFunctions, said } from './oracles.ts';

const run = promisify(execFile);
let folder = '';

/** A local class’s functions have no linkage name in gcc’s DWARF; `outer` has an inlined function. */
const source = `#include <functional>
static inline __attribute__((always_inline)) int in(int x) { volatile int y = x; return y * 3; }
__attribute__((noinline)) int outer(int x) { return in(x) + 1; }
std::function<int(int)> make(int n) { long a = n, b = n, c = n; return [a, b, c](int x) { return int(a + b + c) + outer(x); }; }
`;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens linked '));
  await writeFile(join(folder, 'shop.cc'), source);
});
after(() => rm(folder, { recursive: true }));

async function built(name: string, ...flags: readonly string[]): Promise<string> {
  await run('g++', ['-std=c++17', '-O2', '-g', '-shared', '-fPIC', ...flags, 'shop.cc', '-o', name], { cwd: folder });
  return join(folder, name);
}

function addressOf(path: string, name: RegExp): string {
  const found = llvmFunctions(path).find(([, each]) => name.test(each));
  assert.ok(found !== undefined);
  return `0x${found[0].toString(16)}`;
}

test('without the files of split DWARF no exact frame joins the symbol’s name and another function’s line', async () => {
  const path = await built('split.so', '-gsplit-dwarf');
  const { out } = await runCommand(['addr2line', path, addressOf(path, /^_Z5outeri$/)], { folder });
  assert.match(out, /outer\(int\) at .*shop\.cc:\d+:\d+ \(name by the symbol table, line by the debug information\)\n$/);
});

test('a function without a linkage name has its scope, as in llvm-symbolizer', async () => {
  const path = await built('local.so');
  for (const name of [/_M_managerE/, /_M_invokeE/]) {
    const address = addressOf(path, name);
    const theirs = said('llvm-symbolizer-19', ['--output-style=JSON', `--obj=${path}`, address]);
    const ours = (await runCommand(['addr2line', '--json', path, address], { folder })).out;
    const outermost = (text: string): unknown =>
      JSON.parse(text.startsWith('[') ? text.trim().slice(1, -1) : text).Symbol.at(-1).FunctionName;
    assert.match(String(outermost(theirs)), /std::_Function_handler<.*>::_M_/);
    assert.equal(outermost(ours), outermost(theirs));
  }
});

test('addr2line follows .gnu_debuglink, and takes the file of this build only', async () => {
  for (const id of ['-Wl,--build-id=sha1', '-Wl,--build-id=none']) {
    const whole = await built('whole.so', id);
    await run('objcopy', ['--only-keep-debug', 'whole.so', 'shop.debug'], { cwd: folder });
    await run('strip', ['-o', 'shop.so', 'whole.so'], { cwd: folder });
    await run('objcopy', ['--add-gnu-debuglink=shop.debug', 'shop.so'], { cwd: folder });
    const address = addressOf(whole, /^_Z5outeri$/);
    const line = async (): Promise<string> => (await runCommand(['addr2line', 'shop.so', address], { folder })).out;
    assert.match(await line(), / in at .*shop\.cc:2/);
    await mkdir(join(folder, '.debug'), { recursive: true });
    await copyFile(join(folder, 'shop.debug'), join(folder, '.debug/shop.debug'));
    await rm(join(folder, 'shop.debug'));
    assert.match(await line(), / in at .*shop\.cc:2/);
    // Another build's file: its id, or its checksum, differs.
    if (id.endsWith('none')) await appendFile(join(folder, '.debug/shop.debug'), 'x');
    else await copyFile(await built('other.so', id, '-DOTHER', '-O1'), join(folder, '.debug/shop.debug'));
    assert.doesNotMatch(await line(), /shop\.cc/);
    await rm(join(folder, '.debug'), { recursive: true });
  }
});
