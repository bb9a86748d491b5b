import type { Reading } from '../../core/symbols/bytes/byte-source.ts';
import type { SymbolIndex } from '../../core/symbols/bytes/symbol-index.ts';
import { dwarfSectionNames } from '../../core/symbols/elf/sections.ts';
import type { DebugFile } from '../../core/symbols/image/debug-file.ts';

const SLICE = 256 * 1024;

/** Reads everything: symbols with names, sections to their ends, the debug map. */
export function* readAllOf(file: DebugFile): Reading<void> {
  for (const image of file.images) {
    readNames(yield* image.symbols());
    for (const name of dwarfSectionNames) {
      const section = image.dwarf?.get(name);
      for (let at = 0; section !== undefined && at < section.size; at += SLICE) yield* section.read(at, Math.min(SLICE, section.size - at));
    }
    if (image.kind === 'macho') {
      const map = yield* image.debugMap();
      for (let i = 0; map !== undefined && i < map.size; i++) map.find(map.at(i)?.address ?? 0);
    }
  }
}

function readNames(symbols: SymbolIndex): void {
  for (let i = 0; i < symbols.count; i++) {
    const { address, end } = symbols.at(i);
    symbols.find(address);
    symbols.find(end);
  }
}
