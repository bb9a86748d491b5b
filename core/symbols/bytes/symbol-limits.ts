/** Larger files are refused: no build makes them, and a hostile file must not fill the memory. */

/** In bytes: headers, load commands, function starts. A quarter of a million sections. */
export const MAX_HEADER_BYTES = 16 * 1024 * 1024;

/** In bytes: a zip's directory, for one. */
export const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/** In bytes. Many sections can name one long text. */
export const MAX_SECTION_NAME_BYTES = 256;

/** In bytes. */
export const MAX_PATH_BYTES = 4096;

/** Notes searched for an id; files have about five. */
export const MAX_NOTE_PLACES = 64;

/** In bytes: 8 million symbols of ELF, three times the largest browser's. */
export const MAX_SYMBOL_TABLE_BYTES = 192 * 1024 * 1024;

/** In bytes. */
export const MAX_SYMBOL_NAME_BYTES = 512 * 1024 * 1024;

/** In bytes: 2 million symbols. */
export const MAX_OBJECT_TABLE_BYTES = 32 * 1024 * 1024;

/** The largest apps have some 20,000. */
export const MAX_MAP_OBJECTS = 200_000;

/** In bytes, for one section; `Unpackers.memory` counts them together. */
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** In bytes: `.gnu_debugdata` holds only a symbol table. */
export const MAX_DEBUGDATA_BYTES = 128 * 1024 * 1024;

/** In bytes; longer names are cut. The longest C++ names have some 100,000 letters. */
export const MAX_NAME_BYTES = 1024 * 1024;

export const MAX_ARCHIVE_MEMBERS = 200_000;
export const MAX_SLICES = 64;
