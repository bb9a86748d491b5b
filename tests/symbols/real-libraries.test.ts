import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { llvmNames, said } from './oracles.ts';
import { randomAddresses } from './random-addresses.ts';
import { imageOf, symbolsOf } from './read-debug-file.ts';

const agent = (abi: string): string => fileURLToPath(new URL(`../../device-agents/prebuilt/${abi}/liblaglens.so`, import.meta.url));

/** The agents that ship, and libraries that the set-up installs: made by others, stripped, of up to 100 MB. */
const libraries = [
  agent('arm64-v8a'),
  agent('armeabi-v7a'),
  agent('x86_64'),
  '/usr/lib/x86_64-linux-gnu/libc.so.6',
  '/usr/lib/x86_64-linux-gnu/libstdc++.so.6',
  '/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1',
].map((path) => realpathSync(path));

for (const path of libraries) {
  test(`${path.replace(/^.*\/(?=[^/]+\/[^/]+$)/, '')} has the id and the functions that LLVM's tools give`, () => {
    const image = imageOf(path);
    assert.equal(image.id, /Build ID: (\w+)/.exec(said('llvm-readelf-19', ['--notes', path]))?.[1]);
    const symbols = symbolsOf(image);
    const addresses = randomAddresses(path, 500, symbols.count);
    assert.deepEqual(
      addresses.map((address) => symbols.find(address)?.name ?? '??'),
      // Debian's debug files of these may be installed, which would bring other names.
      llvmNames(path, addresses, '--no-inlines', '--no-debuginfod', '--debug-file-directory=/nonexistent'),
    );
    assert.ok(symbols.count >= 1);
  });
}
