/** Above these a file is refused instead of read: no build makes more, and a damaged or hostile file must not fill the memory. */

/** Section and segment headers, load commands, a zip's directory: tables that are read whole, in bytes. */
export const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/** One symbol table, or its names, in bytes. The largest browsers have about 200 MB of each. */
export const MAX_SYMBOL_BYTES = 512 * 1024 * 1024;

/** One unpacked section, in bytes. */
export const MAX_UNPACKED_BYTES = 2 * 1024 * 1024 * 1024;

/** The unpacked `.gnu_debugdata`: a symbol table, never more. */
export const MAX_DEBUGDATA_BYTES = 128 * 1024 * 1024;

/** A name in a table; what is longer is cut. The longest names of C++ templates have some 100,000 letters. */
export const MAX_NAME_BYTES = 1024 * 1024;

/** Members of one archive, and architectures in one fat file. */
export const MAX_ARCHIVE_MEMBERS = 200_000;
export const MAX_SLICES = 64;
