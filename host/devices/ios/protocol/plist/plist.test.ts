import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../../../tests/cpu-time.ts';
import { readBinaryPlist } from './binary.ts';
import { readPlist } from './read.ts';
import { PlistError, PlistUid } from './value.ts';
import { readXmlPlist, writeXmlPlist } from './xml.ts';

/** Written by Python's plistlib: plistlib.dumps(values, fmt=FMT_BINARY), with plistlib.UID(300) under “Uid”. */
const byPython = Buffer.from(
  [
    'YnBsaXN0MDDeAQIDBAUGBwgJCgsMDQ4PEBESExQbLi8wMTIzNFVCeXRlc1VFbXB0eVRIYWxmVEh1Z2VVTGFyZ2VUTGlzdFRNYW55VU1pbnVzUk5vVVNtYWxs',
    'VFRleHRTVWlkVFdoZW5TWWVzQwAB/9AjP+AAAAAAAAAUAAAAAAAAAAD//////////xN//////////6IVFlFh0RcYUWKiGRoQARACrxAUHBkaHR4fICEiIyQl',
    'JicoKSorLC0QABADEAQQBRAGEAcQCBAJEAoQCxAMEA0QDhAPEBAQERASEBMT//////////kIEMhvEA8AQgDkAHIAIAAmACAAPABMAPYAdwBlAD4AINg+3YGB',
    'ASwzQchZCdAAAAAJAAgAJQArADEANgA7AEEARgBLAFEAVABaAF8AYwBoAGwAcABxAHoAiwCUAJcAmQCcAJ4AoQCjAKUAvAC+AMAAwgDEAMYAyADKAMwAzgDQ',
    'ANIA1ADWANgA2gDcAN4A4ADpAOoA7AENARABGQAAAAAAAAIBAAAAAAAAADUAAAAAAAAAAAAAAAAAAAEa',
  ].join(''),
  'base64',
);

/** The values that were given to Python. */
const values = {
  Bytes: new Uint8Array([0, 1, 255]),
  Empty: {},
  Half: 0.5,
  Huge: 2n ** 64n - 1n,
  Large: 2n ** 63n - 1n,
  List: ['a', { b: [1, 2] }],
  Many: Array.from({ length: 20 }, (_, n) => n),
  Minus: -7,
  No: false,
  Small: 200,
  Text: 'Bär & <Löwe> 🦁',
  When: new Date('2026-11-21T18:00:00Z'),
  Yes: true,
};

test('a binary property list of Python’s plistlib is read to the values that Python was given', () => {
  assert.deepEqual(readPlist(byPython), { ...values, Uid: new PlistUid(300) });
});

test('a property list in XML is read with comments, entities and empty elements in it', () => {
  const text = `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><!-- <dict> --><dict>
      <key>a &amp; b</key><string>&lt;&#66;&#x43;&unknown;</string>
      <key>none</key><string/> <key>list</key><array><integer>-3</integer><array/><dict/><real>1e3</real></array>
      <key>data</key><data> AA
        H/ </data></dict></plist>`;
  assert.deepEqual(readPlist(Buffer.from(text)), {
    'a & b': '<BC&unknown;',
    none: '',
    list: [-3, [], {}, 1000],
    data: new Uint8Array([0, 1, 255]),
  });
});

test('what is written in XML is read back the same', () => {
  assert.deepEqual(readXmlPlist(writeXmlPlist(values).toString()), values);
});

test('damaged property lists end in an error of their own, whatever byte is wrong', () => {
  for (let at = 8; at < byPython.length; at++) {
    for (const value of [0x00, 0x7f, 0xff]) {
      const damaged = Buffer.from(byPython);
      damaged[at] = value;
      expectPlistErrorOrValue(() => readBinaryPlist(damaged));
    }
  }
  const xml = writeXmlPlist(values).toString();
  for (let length = 0; length < xml.length - 9; length += 7) assert.throws(() => readXmlPlist(xml.slice(0, length)), PlistError);
});

test('a list that holds itself and one that is nested a thousand times are refused', () => {
  // Object 0 is an array of one object: object 0. Offsets and references have one byte.
  const trailer = Buffer.from([0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10]);
  const own = Buffer.concat([Buffer.from('bplist00'), Buffer.from([0xa1, 0]), Buffer.from([8]), trailer]);
  assert.throws(() => readBinaryPlist(own), PlistError);
  assert.throws(() => readXmlPlist(`<plist>${'<array>'.repeat(1000)}`), /nested too deeply/);
});

test('a text that makes each of its beginnings be read again, and a file whose objects lie over each other, are refused at once', () => {
  const tookMs = cpuMsOf(() => {
    for (const text of [
      `<plist><${'a'.repeat(1_000_000)}`,
      `<plist>${'<!--a>'.repeat(200_000)}`,
      `<plist><string ${'/'.repeat(1_000_000)}`,
    ]) {
      assert.throws(() => readXmlPlist(text), PlistError);
    }
    // Object 0 is a list of the objects 1 to 255, all of which are one text of 10,000 bytes: 2.5 MB out of 12 kB.
    const list = Buffer.from([0xaf, 0x10, 255, ...Array.from({ length: 255 }, (_, n) => n + 1)]);
    const textAt = 8 + list.length;
    const text = Buffer.concat([Buffer.from([0x5f, 0x11, 0x27, 0x10]), Buffer.alloc(10_000, 'a')]);
    const table = Buffer.from([0, 8, ...Array.from({ length: 255 }, () => [textAt >> 8, textAt & 255]).flat()]);
    const trailer = Buffer.alloc(32);
    trailer.set([2, 1], 6);
    [256, 0, textAt + text.length].forEach((value, n) => {
      trailer.writeBigUInt64BE(BigInt(value), 8 + 8 * n);
    });
    assert.throws(() => readBinaryPlist(Buffer.concat([Buffer.from('bplist00'), list, text, table, trailer])), /lie over each other/);
  });
  assert.ok(tookMs < 2_000, `${tookMs} ms`);
});

test('whole numbers have at most 128 bits: of megabytes of digits none is worked out', () => {
  const whole = (digits: string): unknown => readXmlPlist(`<plist><integer>${digits}</integer></plist>`);
  // The largest and the smallest number that Core Foundation keeps, and hex as its reader takes it.
  assert.equal(whole(String(2n ** 127n - 1n)), 2n ** 127n - 1n);
  assert.equal(whole(String(-(2n ** 127n))), -(2n ** 127n));
  assert.equal(whole(' 0xffffffffffffffff\n'), 2n ** 64n - 1n);
  for (const digits of ['9'.repeat(3_000_000), `0x${'f'.repeat(41)}`, '-0xffffffffffffffffff', '+0x10', '', '1 2']) {
    assert.throws(() => whole(digits), PlistError, digits.slice(0, 30));
  }
});

function expectPlistErrorOrValue(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof PlistError, String(error));
  }
}
