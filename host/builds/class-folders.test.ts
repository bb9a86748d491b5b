import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { answerFromMemory, runReading } from '../../core/symbols/bytes/byte-source.ts';
import { openMapping } from '../../core/symbols/retrace/mapping.ts';
import { buildDemoApp } from '../../tests/demo-app/build-demo-app.ts';
import { ClassFolders, withClassSources } from './class-folders.ts';
import type { NamedFrames } from './symbol-questions.ts';

const totals = 'com.example.shop.offers.CartTotalsKt';
const bestOffer = 'com.example.shop.offers.BestOfferKt';

let folder = '';
let mapping = '';

before(async () => {
  const { classPath } = await buildDemoApp('14');
  folder = await mkdtemp(join(tmpdir(), 'laglens classes '));
  await cp(classPath[1] ?? '', join(folder, 'build/tmp/kotlin-classes/release'), { recursive: true });
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

test('a line that Kotlin’s compiler inlined is a frame of its own, and its caller stands where it called', () => {
  // The class's map says `13#2,13:11`: lines 11 to 23 are BestOffer.kt's from 13 on, so 16 is its 18; and `7#1:11,13`: called in 7.
  assert.deepEqual(named(`L${totals.replaceAll('.', '/')};`, 'totalWithOffers', 'CartTotals.kt', 16), [
    `L${bestOffer.replaceAll('.', '/')}; bestOffer BestOffer.kt:18`,
    `L${totals.replaceAll('.', '/')}; totalWithOffers CartTotals.kt:7`,
  ]);
});

test('a source file that the mapping had to guess is the one that was compiled', () => {
  const className = 'Lcom/example/shop/wishlist/WishList;';
  assert.deepEqual(named(className, 'sort$lambda$0', 'WishList.java', 13), [`${className} sort$lambda$0 WishList.kt:13`]);
});

test('a class that was compiled after the mapping was written, or that is no class, is not believed', async () => {
  const path = join(folder, 'build/tmp/kotlin-classes/release', `${totals.replaceAll('.', '/')}.class`);
  const later = new Date(Date.now() + 60_000);
  await utimes(path, later, later);
  assert.equal(new ClassFolders(mapping).sources(totals), undefined);
  assert.equal(new ClassFolders(mapping).sources('com.example...passwd'), undefined);
  assert.equal(new ClassFolders(join(folder, 'elsewhere.txt')).sources(totals), undefined);
});
