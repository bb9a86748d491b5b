import type { WasmImports } from './web-assembly.ts';

/** WASI's functions that the C library would write messages with. There is nowhere to write them to. */
export const wasiWithoutFiles: WasmImports = { wasi_snapshot_preview1: { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0 } };

/**
 * Bytes of memory that a demangler may have: more than any name needs. A name of n characters can stand for a text of 2^n, because each
 * argument may name the one before it twice; such a text ends here, within some 0.2 s.
 */
export const MAX_NAME_MEMORY = 16 << 20;
