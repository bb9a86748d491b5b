import { readFile } from 'node:fs/promises';
import { alteredJson } from '../../../../tests/fuzz/damage-json.ts';
import type { Door } from '../../../../tests/fuzz/door.ts';
import { SourceMap } from '../../core/source-map/source-map.ts';

/** Source maps of JavaScript. */
export const scriptMap: Door = {
  name: 'script-map',
  seeds: () =>
    Promise.all(
      ['composed.map', 'bundle.map'].map((name) => readFile(new URL(`../../../../tests/fixtures/source-maps/${name}`, import.meta.url))),
    ),
  altered: alteredJson,
  run: (bytes, work) => {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!SourceMap.looksLike(value)) return undefined;
    const map = new SourceMap(value);
    work.did(bytes.length);
    const columns = [0, 300, 2_200];
    return [map.isWhole, ...[0, 1, 3].flatMap((line) => columns.map((column) => map.at(line, column)))];
  },
  refuses: (error) => error instanceof SyntaxError,
};
