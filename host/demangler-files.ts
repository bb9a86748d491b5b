import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { LaglensError } from '../core/errors.ts';
import { Demangler, type DemanglerPrograms } from '../core/symbols/names/demangler.ts';
import { phrase } from '../core/text/phrase.ts';

/** Unpacked bytes of one file are fewer. */
const MOST_BYTES = 8 << 20;
const PACKED = '.br';

/** Beside the bundle, packed, then in a checkout. */
const places = {
  swift: ['swift-demangler.wasm.br', '../core/symbols/names/prebuilt/swift-demangler.wasm'],
  llvm: ['llvm-demangler.wasm.br', '../core/symbols/names/prebuilt/llvm-demangler.wasm'],
  rustMicrosoft: ['rust-microsoft-demangler.wasm.br', '../node_modules/gecko-profiler-demangle/index_bg.wasm'],
} as const satisfies Record<keyof DemanglerPrograms, readonly string[]>;

/**
 * WebAssembly for a demangler here or in a page.
 * @throws LaglensError when one is missing
 */
export async function readDemanglerPrograms(): Promise<DemanglerPrograms> {
  const { swift, llvm, rustMicrosoft } = places;
  return { swift: await readFirst(swift), llvm: await readFirst(llvm), rustMicrosoft: await readFirst(rustMicrosoft) };
}

/** Takes some 20 ms. @throws LaglensError when a file is missing */
export async function loadDemangler(): Promise<Demangler> {
  return Demangler.load(await readDemanglerPrograms());
}

async function readFirst(relatives: readonly string[]): Promise<Uint8Array> {
  const paths = relatives.map((relative) => fileURLToPath(new URL(relative, import.meta.url)));
  for (const path of paths) {
    const bytes = await readFile(path).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes !== undefined) return path.endsWith(PACKED) ? brotliDecompressSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
  }
  throw new LaglensError({
    code: 'internal',
    message: phrase`Laglens' own file ${paths.join(' or ')} is not there, so names of C++, Rust and Swift can't be made readable.`,
    next: phrase`Install the extension again; in a checkout, run npm ci and get prebuilt files back from version control.`,
  });
}
