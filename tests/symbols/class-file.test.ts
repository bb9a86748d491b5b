import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { classFilePath, readClassSources } from '../../core/symbols/class-file/class-sources.ts';
import { buildDemoApp } from '../demo-app/build-demo-app.ts';

const totals = 'com/example/shop/offers/CartTotalsKt.class';
const bestOffer = 'com/example/shop/offers/BestOfferKt.class';

let javap = '';
let kotlin = '';
let java = '';

before(async () => {
  const { javaHome, classPath } = await buildDemoApp('14');
  javap = join(javaHome, 'bin', 'javap');
  [java = '', kotlin = ''] = classPath;
});

async function printed(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(javap, [...args], { maxBuffer: 1 << 26 })).stdout;
}

function trimmed(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join('\n');
}

/** The map as the JDK's own javap prints it: indented, behind the attribute's name. */
async function mapByJavap(path: string): Promise<string> {
  const stdout = await printed('-v', '-p', path);
  const lines = stdout.slice(stdout.indexOf('\nSourceDebugExtension:')).split('\n').slice(2);
  return trimmed(lines.slice(0, lines.findIndex((line) => line.trim() === '*E') + 1));
}

test('source file and lines of a class are those that the JDK’s javap prints', async () => {
  for (const name of [totals, bestOffer]) {
    const stdout = await printed('-l', '-p', join(kotlin, name));
    const sources = readClassSources(await readFile(join(kotlin, name)), name);
    assert.equal(sources.sourceFile, /^Compiled from "(.*)"/.exec(stdout)?.[1]);
    // Fields have no parentheses, and no lines.
    const members = stdout.split(/\n(?= {2}\S)/).filter((text) => /^ {2}.*(?:\(|static \{)/.test(text));
    const lines = members.map((text) => [...text.matchAll(/line (\d+):/g)].map(([, line]) => Number(line)));
    assert.deepEqual(
      sources.methods.map((method) => [...method.lines].sort((a, b) => a - b)),
      lines.map((each) => [...new Set(each)].sort((a, b) => a - b)),
    );
  }
});

test('the source maps of classes that the Kotlin compiler made are those that javap shows', async () => {
  let withMap = 0;
  for await (const file of glob('**/*.class', { cwd: kotlin })) {
    const { sourceMap } = readClassSources(await readFile(join(kotlin, file)), file);
    if (sourceMap === '') continue;
    withMap++;
    assert.equal(trimmed(sourceMap.trim().split('\n')), await mapByJavap(join(kotlin, file)), file);
    if (withMap === 3) break;
  }
  assert.ok(withMap > 0, 'some class has inlined functions');
});

test('classes of javac have no source map', async () => {
  for await (const file of glob('**/*.class', { cwd: java })) {
    assert.equal(readClassSources(await readFile(join(java, file)), file).sourceMap, '', file);
  }
});

test('a class file that is cut off anywhere, or damaged, ends in an error that names the place', async () => {
  // A class with a source map, whose attribute stands last.
  const whole = new Uint8Array(await readFile(join(kotlin, totals)));
  assert.notEqual(readClassSources(whole, 'T.class').sourceMap, '');
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => readClassSources(whole.subarray(0, length), 'T.class'), { reason: 'malformed', file: 'T.class' });
  }
  for (let at = 0; at < whole.length; at++) {
    const damaged = Uint8Array.from(whole);
    damaged[at] = 0xff;
    try {
      readClassSources(damaged, 'T.class');
    } catch (error) {
      assert.ok(error instanceof SymbolError, String(error));
    }
  }
});

test('what is no class file, or claims 65,535 of everything, is refused', () => {
  const hostile = new Uint8Array(1 << 16).fill(0xff);
  hostile.set([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]);
  for (const bytes of [hostile, new Uint8Array(0), new TextEncoder().encode('no class file')]) {
    assert.throws(() => readClassSources(bytes, 'T.class'), SymbolError);
  }
});

/** A class without fields, with one method that has so many attributes as these bytes are: its name is constant 1, theirs 2. */
function classWith(attribute: string, attributes: number, bytes: Uint8Array): Uint8Array {
  const name = new TextEncoder().encode(attribute);
  const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff];
  const constants = [...u16(3), 1, ...u16(1), 0x6d, 1, ...u16(name.length), ...name];
  const method = [...u16(0), ...u16(1), ...u16(1), ...u16(attributes)];
  const head = [0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, ...constants, 0, 0, 0, 0, 0, 0, ...u16(0), ...u16(0), ...u16(1), ...method];
  const file = new Uint8Array(head.length + bytes.length + 2);
  file.set(head);
  file.set(bytes, head.length);
  return file;
}

test('an attribute has no more than its length says, so that none is read again as part of another', () => {
  // 4.7.3: two numbers of 16 bits, the length of the code in 32, that of the exception table in 16, no attributes: 12 bytes.
  const code = (length: number): Uint8Array => Uint8Array.from([0, 2, 0, 0, 0, length, ...new Uint8Array(12)]);
  assert.deepEqual(readClassSources(classWith('Code', 1, code(12)), 'T.class').methods, [{ name: 'm', lines: new Set() }]);
  assert.throws(() => readClassSources(classWith('Code', 1, code(11)), 'T.class'), /expected 2 more bytes of a class file/);
});

test('a long name is decoded once, however often it is named', () => {
  // 60,000 letters, named 60,000 times, would be 3.6 GB of text.
  const attributes = 60_000;
  const bytes = new Uint8Array(attributes * 6);
  for (let at = 1; at < bytes.length; at += 6) bytes[at] = 2;
  let letters = 0;
  const file = classWith('x'.repeat(60_000), attributes, bytes);
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = function counted(...args) {
    const text = decode.apply(this, args);
    letters += text.length;
    return text;
  };
  try {
    readClassSources(file, 'T.class');
  } finally {
    TextDecoder.prototype.decode = decode;
  }
  assert.equal(letters, 60_001);
});

test('only what can be the name of a class is looked for', () => {
  assert.equal(classFilePath('com.example.Cart$Companion'), 'com/example/Cart$Companion.class');
  assert.equal(classFilePath('okio.-Util'), 'okio/-Util.class');
  for (const name of ['', '..', 'a..b', '/etc/passwd', '..\\b', 'a.**', '{a,b}', 'a b', '?', '[a]']) {
    assert.equal(classFilePath(name), undefined, name);
  }
});
