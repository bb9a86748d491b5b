import { zstdCompressSync } from 'node:zlib';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { unpackZstd } from '../../../host/builds/unpack/unpackers.ts';
import { loadDemangler } from '../../../host/demangler-files.ts';
import { perfText } from '../../../host/devices/jvm/java-processes.ts';
import { alteredFrames } from '../altered-frames.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';

const text = Buffer.from('the same words again and again, and a few others; '.repeat(200));
const LARGEST = 1 << 20;

/** Sections packed by zstd. Damage ends in an Error, which callers turn into a SymbolError. */
export const zstd: Door = {
  name: 'zstd',
  seeds: async () => [zstdCompressSync(text), Buffer.concat([zstdCompressSync(text.subarray(0, 300)), zstdCompressSync(text)])],
  altered: alteredFrames,
  run: (bytes) => unpackZstd(bytes, LARGEST),
  refuses: (error) => error instanceof SymbolError || (error instanceof Error && !(error instanceof TypeError)),
  most: () => 2 * LARGEST,
};

const demangler = loadDemangler();
const names = [
  '_ZNSt6vectorIN7example4shop4ItemESaIS2_EE9push_backERKS2_',
  '$s4Shop4CartC4sort2byySbAA4ItemV_AGtXE_tFZTf4nd_n',
  '_RNvNtCs1234_7mycrate3foo3bar',
  '_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE',
  '?sort@Cart@shop@@QEAAXXZ',
];

/** Names of symbol tables. */
export const symbolNames: Door = {
  name: 'symbol-names',
  seeds: async () => names.map((name) => new TextEncoder().encode(name)),
  altered: alteredText,
  run: async (bytes) => (await demangler).demangle(new TextDecoder().decode(bytes)),
  refuses: () => false,
};

function entry(name: string, value: string): Buffer {
  const header = Buffer.alloc(20);
  const length = 20 + name.length + 1 + value.length + 1;
  [length, 20, 0, 0x42000000, 20 + name.length + 1].forEach((each, n) => {
    header.writeInt32BE(each, n * 4);
  });
  return Buffer.concat([header, Buffer.from(`${name}\0${value}\0`)]);
}

const entries = [entry('java.rt.vmArgs', '-Xmx1g'), entry('sun.rt.javaCommand', 'com.example.Main arg')];
const prologue = Buffer.alloc(32);
[0xcafec0c0, 0x00020001, 0, 0, 0, 0, 32, entries.length].forEach((each, n) => {
  prologue.writeUInt32BE(each, n * 4);
});

export const perfData: Door = {
  name: 'perf-data',
  seeds: async () => [Buffer.concat([prologue, ...entries])],
  altered: alteredFrames,
  run: (bytes) => [perfText(bytes, 'sun.rt.javaCommand'), perfText(bytes, 'none')],
  refuses: () => false,
};
