import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geckoProfile, simpleperfProfile } from '../../../../tests/fixtures/gecko-profiles.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { beginningOf } from '../recognition/beginning.ts';
import { geckoLocation } from './gecko-location.ts';
import { looksLikeFirefox, readFirefox } from './read.ts';

const read = (profile: object) => imported(readFirefox, JSON.stringify(profile), 1 << 16);

test('a raw profile of Firefox: rows by schema, processes on one clock, addresses by library, rests by category', async () => {
  const { model, report } = await read(geckoProfile());
  const [main, worker, content] = model.threads;
  assert.ok(main !== undefined && worker !== undefined && content !== undefined);
  assert.deepEqual(
    model.threads.map(({ name, tid, isMain, group }) => [name, tid, isMain, group]),
    [
      ['GeckoMain', 7, true, 'Parent Process 7'],
      ['Compositor', 8, false, 'Parent Process 7'],
      ['GeckoMain', 20, false, 'Web Content 20'],
    ],
  );
  assert.deepEqual(rowsOf(model, main), ['0-10 (root)/open', '10-15 (root)/', '15-25 (root)/GetEvent::Wait', '25-28 (root)/open']);
  // The content process began 100 ms later.
  assert.deepEqual(rowsOf(model, content), ['100-101 (root)/open']);
  // 0x1040 in the library from 0x1000 on, whose byte 0x20 is mapped there.
  const image = model.images.findIndex((each) => each?.path === '/system/libxul.so');
  const addresses = model.methods.filter((method) => method?.image === image).map((method) => method?.offset);
  // As a caller, the call before the return address.
  assert.deepEqual(addresses.sort(), [0x5f, 0x60]);
  assert.deepEqual(
    model.marks.map(({ name, atUs }) => `${atUs} ${name}`),
    ['3000 Tap: Buy'],
  );
  assert.equal(model.runs[0]?.gcs.length, 1);
  // 0 to 15, and 25 to 28: a rest between.
  assert.deepEqual(
    lagsOf(model, 5_000).map(({ beginUs, endUs }) => [beginUs, endUs]),
    [[0, 15_000]],
  );
  assert.match(report.text, /Read: 32 samples, 1 mark, 1 collection, 3 threads/);
});

test('before version 5 other processes are texts among the threads, libraries a text, and markers have one time', async () => {
  const { meta, libs, threads, processes } = geckoProfile();
  const old = {
    meta: { ...meta, version: 3 },
    libs: JSON.stringify(libs),
    threads: [...threads, ...processes.map((each) => JSON.stringify(each))],
  };
  const { model } = await read(old);
  assert.deepEqual(
    model.threads.map((thread) => rowsOf(model, thread).length),
    [4, 1, 1],
  );
});

test('a million threads that are none are counted at once', async () => {
  const profile = geckoProfile();
  const none = new Array<number>(500_000).fill(0);
  const { report } = await read({ ...profile, threads: [...profile.threads, ...none], processes: none });
  // The process itself, and 4,095 others that are tried.
  assert.match(report.text, /4,095 processes that are no profile, 995,905 processes beyond the bound/);
});

test('what Firefox’ developer tools saved is read, but its markers, which count from another begin', async () => {
  const profile = geckoProfile();
  const { model, report } = await read({
    label: '',
    duration: 28,
    markers: [],
    profile,
    fileType: 'Recorded Performance Data',
    version: 2,
  });
  assert.equal(model.threads.length, 3);
  assert.equal(model.marks.length, 0);
  assert.match(report.text, /2 markers of another clock than the samples/);
});

test('labels of a process’ begin are a rest, where native frames are on no stack', async () => {
  const profile = geckoProfile();
  const [main] = profile.threads;
  const labels = { ...main, stringTable: ['XRE_InitChildProcess', ...(main?.stringTable.slice(1) ?? [])] };
  const samples = { schema: { stack: 0, time: 1 }, data: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((time) => [time < 5 ? 0 : 1, time]) };
  const threads = [{ ...labels, samples, markers: {} }];
  const { model } = await read({ ...profile, meta: { ...profile.meta, stackwalk: 0, categories: [] }, threads, processes: [] });
  assert.deepEqual(
    lagsOf(model, 1_000).map(({ beginUs, endUs }) => [beginUs, endUs]),
    [[5_000, 10_000]],
  );
});

test('simpleperf’s converter: names with libraries, its own interval, waits off CPU to the next sample, the app of its command', async () => {
  const { model, report } = await read(simpleperfProfile());
  const [main] = model.threads;
  assert.ok(main);
  assert.deepEqual([main.name, main.isMain, model.runs[0]?.process?.app], ['example.shop', true, 'com.example.shop']);
  assert.deepEqual(rowsOf(model, main), [
    '0-5 Lcom/example/Shop;open',
    '5-205 Lcom/example/Shop;open/',
    // At most two intervals before a pause without a sample of a switch.
    '205-210.5 Lcom/example/Shop;open',
    '400-400.25 Lcom/example/Shop;open',
  ]);
  const [lag] = lagsOf(model);
  assert.deepEqual([lag?.beginUs, lag?.endUs, lag?.blockedUs], [0, 210_500, 200_000]);
  assert.match(report.text, /Samples are 0\.25 ms apart, as their times show: the file says 1 ms\./);
});

test('locations of frames: addresses, libraries, scripts with line and column, and labels', () => {
  const of = (text: string) => {
    const { function: name, address, library, file, line } = geckoLocation(text);
    return [name, address ?? library ?? file, line].filter((each) => each !== undefined);
  };
  assert.deepEqual(of('0x7fff7d962da1'), ['', 0x7fff7d962da1]);
  assert.deepEqual(of('0xffffffff81000000'), ['0xffffffff81000000']);
  assert.deepEqual(of('art::Invoke(Thread*) (in /apex/libart.so) + 12'), ['art::Invoke(Thread*)', '/apex/libart.so']);
  assert.deepEqual(of('open (http://localhost:1234/shop.js:16:7)[12]'), ['open', 'http://localhost:1234/shop.js', 16]);
  assert.deepEqual(of('open (resource://gre/loader.jsm -> resource://gre/Promise.js:911)'), ['open', 'resource://gre/Promise.js', 911]);
  assert.deepEqual(of('http://localhost/shop.js:15512'), ['(root scope) http://localhost/shop.js', 'http://localhost/shop.js', 15512]);
  assert.deepEqual(of('PresShell::DoReflow http://localhost:1234/'), ['PresShell::DoReflow http://localhost:1234/']);
  assert.deepEqual(of('nsTimerImpl::Fire'), ['nsTimerImpl::Fire']);
  assert.deepEqual(of(''), ['']);
});

test('files of all kinds are recognised by their begin, also where the profile stands behind other fields', async () => {
  const looks = (text: string): boolean => looksLikeFirefox(beginningOf(new TextEncoder().encode(text)));
  const saved = JSON.stringify({ label: '', duration: 28, markers: [{ name: 'x'.repeat(100) }], profile: geckoProfile() });
  for (const text of [JSON.stringify(geckoProfile()), JSON.stringify(simpleperfProfile()), saved]) assert.ok(looks(text), text);
  assert.ok(!looks('{"label":"a","value":1}'));
});

test('a newer raw version is refused with both numbers', async () => {
  const { meta, ...rest } = geckoProfile();
  await assert.rejects(read({ ...rest, meta: { ...meta, version: 37 } }), {
    code: 'format-newer',
    message: 'given looks like a raw profile of Firefox of version 37; this Laglens reads up to 36.',
  });
});
