import type { Reading, SectionBytes } from '../bytes/byte-source.ts';
import type { SymbolIndex } from '../bytes/symbol-index.ts';
import { type DebugMap, readDebugMap } from '../macho/debug-map.ts';
import { machoDwarf, readMacho } from '../macho/macho-headers.ts';
import { machoSymbols } from '../macho/macho-symbols.ts';
import type { MachoImage } from './debug-file.ts';

export function* machoImage(bytes: SectionBytes): Reading<MachoImage> {
  const macho = yield* readMacho(bytes);
  let symbols: SymbolIndex | undefined;
  let debugMap: DebugMap | undefined | 'unread' = 'unread';
  return {
    kind: 'macho',
    arch: macho.arch,
    fileType: macho.fileType,
    id: macho.uuid,
    baseAddress: macho.segments.find(({ name }) => name === '__TEXT')?.address ?? 0,
    loaded: macho.segments.filter(({ name, memorySize }) => memorySize > 0 && name !== '__PAGEZERO' && name !== '__DWARF'),
    dwarf: machoDwarf(macho),
    *symbols() {
      symbols ??= yield* machoSymbols(macho);
      return symbols;
    },
    *debugMap() {
      if (debugMap === 'unread') debugMap = yield* readDebugMap(macho);
      return debugMap;
    },
  };
}
