import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { answerFromMemory, runReading } from '../../core/symbols/byte-source.ts';
import { readClassSources } from '../../core/symbols/class-file/class-sources.ts';
import { openMapping } from '../../core/symbols/retrace/mapping.ts';
import { SymbolError } from '../../core/symbols/symbol-error.ts';
import { buildDemoApp, type DemoBuild } from '../../tests/demo-app/build.ts';
import { ClassFolders } from './class-folders.ts';
import { withClassSources } from './kotlin-inlines.ts';
import type { NamedFrames } from './symbol-questions.ts';

const execute = promisify(execFile);
const totals = 'com.example.shop.offers.CartTotalsKt';
const bestOffer = 'com.example.shop.offers.BestOfferKt';

let folder = '';
let mapping = '';
let demo: DemoBuild;

before(async () => {
  demo = await buildDemoApp('14');
  folder = await mkdtemp(join(tmpdir(), 'laglens classes '));
  await cp(demo.classPath[1] ?? '', join(folder, 'build/tmp/kotlin-classes/release'), { recursive: true });
  mapping = join(folder, 'build/outputs/mapping/release/mapping.txt');
  await mkdir(dirname(mapping), { recursive: true });
  // R8 keeps no comment with the source file of a class that is gone.
  await writeFile(mapping, `${totals} -> a:\n    1:1:double totalWithOffers(double):16:16 -> b\n`);
});
after(() => rm(folder, { recursive: true }));

function named(className: string, name: string, file: string, line: number) {
  const answer = answerFromMemory(new Map([['map', new TextEncoder().encode(`${totals} -> a:\n`)]]));
  const frame: NamedFrames[number] = { class: className, name, short: '', signature: '', file, line, column: 0 };
  const folders = new ClassFolders(mapping);
  const given = { confidence: 2, others: 0, frames: [frame], isOutline: false } as const;
  const { frames } = withClassSources(given, runReading(openMapping('map'), answer), (wanted) => folders.sources(wanted));
  return frames.map((each) => `${each.class} ${each.name} ${each.file}:${each.line}`);
}

test('source file and lines of a class are those that the JDK’s javap prints', async () => {
  for (const name of [totals, bestOffer]) {
    const { stdout } = await execute(join(demo.javaHome, 'bin/javap'), ['-l', '-p', '-cp', demo.classPath.join(':'), name]);
    const sources = new ClassFolders(mapping).sources(name);
    assert.equal(sources?.sourceFile, /^Compiled from "(.*)"/.exec(stdout)?.[1]);
    // Fields have no parentheses, and no lines.
    const members = stdout.split(/\n(?= {2}\S)/).filter((text) => /^ {2}.*(?:\(|static \{)/.test(text));
    const printed = members.map((text) => [...text.matchAll(/line (\d+):/g)].map(([, line]) => Number(line)));
    assert.deepEqual(
      sources?.methods.map(({ lines }) => [...lines].sort((a, b) => a - b)),
      printed.map((lines) => [...new Set(lines)].sort((a, b) => a - b)),
    );
  }
});

test('a line that Kotlin’s compiler inlined is a frame of its own, and its caller stands where it called', () => {
  // The class's map says `13#2,13:11`: lines 11 to 23 are BestOffer.kt's from 13 on, so 16 is its 18; and `7#1:11,13`: called in 7.
  assert.deepEqual(named(`L${totals.replaceAll('.', '/')};`, 'totalWithOffers', 'CartTotals.kt', 16), [
    `L${bestOffer.replaceAll('.', '/')}; bestOffer BestOffer.kt:18`,
    `L${totals.replaceAll('.', '/')}; totalWithOffers CartTotals.kt:7`,
  ]);
});

test('a source file that the mapping had to guess is the one that was compiled', () => {
  const wishes = 'Lcom/example/shop/wishlist/WishList;';
  assert.deepEqual(named(wishes, 'sort$lambda$0', 'WishList.java', 13), [`${wishes} sort$lambda$0 WishList.kt:13`]);
});

test('a class that was compiled after the mapping was written, or that is none, is not believed', async () => {
  const path = join(folder, 'build/tmp/kotlin-classes/release', `${totals.replaceAll('.', '/')}.class`);
  const later = new Date(Date.now() + 60_000);
  await utimes(path, later, later);
  assert.equal(new ClassFolders(mapping).sources(totals), undefined);
  assert.equal(new ClassFolders(mapping).sources('com.example...passwd'), undefined);
  assert.equal(new ClassFolders(join(folder, 'elsewhere.txt')).sources(totals), undefined);
});

test('a class file that is cut off anywhere, or damaged, ends in an error that names the place', async () => {
  const whole = await readFile(join(folder, 'build/tmp/kotlin-classes/release', `${bestOffer.replaceAll('.', '/')}.class`));
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => readClassSources(whole.subarray(0, length), 'B.class'), SymbolError);
  }
  for (let at = 0; at < whole.length; at++) {
    const damaged = Uint8Array.from(whole);
    damaged[at] = 0xff;
    try {
      readClassSources(damaged, 'B.class');
    } catch (error) {
      assert.ok(error instanceof SymbolError, String(error));
    }
  }
});
