import type { WasmImports } from './web-assembly.ts';

/** Messages of the C library have no place to go. */
export const wasiWithoutFiles: WasmImports = { wasi_snapshot_preview1: { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0 } };

/**
 * Bytes for a demangler. A name of n characters can mean a text of 2^n, as each argument may repeat the one before twice. Such a text ends
 * here, within some 0.2 s.
 */
export const MAX_NAME_MEMORY = 16 << 20;
