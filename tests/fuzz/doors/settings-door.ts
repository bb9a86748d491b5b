import assert from 'node:assert/strict';
import { withoutEndSlashes } from '../../../core/text/end-slashes.ts';
import { builtPath, globOfName, learnedRemapping, remapped } from '../../../extension/sources/path-map.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';

const seeds = [
  '/build/agent/work\n/home/dev/shop\n/build/agent/work/app/src/main/cpp/shop.cc\n/home/dev/shop/app/src/main/cpp/shop.cc',
  'D:\\ci\\shop\n/home/dev/shop\nD:/ci/shop/../shop/app/x.cpp\n/home/dev/shop/app/x.cpp',
];

/** The setting `laglens.sourceMap` with a session's path. */
export const sourceMap: Door = {
  name: 'source-map',
  seeds: async () => seeds.map((text) => new TextEncoder().encode(text)),
  altered: alteredText,
  run: (bytes, work) => {
    const [prefix = '', folder = '', named = '', local = ''] = new TextDecoder().decode(bytes).split('\n');
    const built = builtPath(named);
    if (built === undefined) return undefined;
    assert.ok(!built.path.split('/').includes('..'), built.path);
    // As in `remapped`: each examined letter is a step.
    const slashes = prefix.replaceAll('\\', '/');
    const charCodeAt = (at: number): number => {
      work.did(1);
      return slashes.charCodeAt(at);
    };
    withoutEndSlashes({ length: slashes.length, charCodeAt, slice: slashes.slice.bind(slashes) });
    const places = remapped({ [prefix]: folder }, built);
    for (const { below } of places) assert.ok(!below.split('/').includes('..'), below);
    return [places, learnedRemapping(built, local, folder), globOfName(built.name, true)];
  },
  refuses: () => false,
};
