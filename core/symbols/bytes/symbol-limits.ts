/** Above these a file is refused instead of read: no build makes more, and a damaged or hostile file must not fill the memory. */

/** Section and segment headers, load commands, function starts, in bytes: a quarter of a million sections. */
export const MAX_HEADER_BYTES = 16 * 1024 * 1024;

/** Other tables that are read whole, such as a zip's directory, in bytes. */
export const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/** Names of sections, in bytes: many can point into one long text, so that each costs. */
export const MAX_SECTION_NAME_BYTES = 256;

/** Paths in debug maps and archives, in bytes. */
export const MAX_PATH_BYTES = 4096;

/** Segments and sections of notes that are looked through for an id; files have about five. */
export const MAX_NOTE_PLACES = 64;

/** One symbol table, in bytes: 8 million symbols of ELF. The largest browsers have a third of that. */
export const MAX_SYMBOL_TABLE_BYTES = 192 * 1024 * 1024;

/** The names of one symbol table, and other tables beside it, in bytes. */
export const MAX_SYMBOL_NAME_BYTES = 512 * 1024 * 1024;

/** The symbol table of one object file of a debug map, in bytes: 2 million symbols. */
export const MAX_OBJECT_TABLE_BYTES = 32 * 1024 * 1024;

/** Object files of one debug map. The largest apps have some 20,000. */
export const MAX_MAP_OBJECTS = 200_000;

/** One unpacked section, in bytes; `Unpackers.memory` counts them together. */
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** The unpacked `.gnu_debugdata`: a symbol table, never more. */
export const MAX_DEBUGDATA_BYTES = 128 * 1024 * 1024;

/** A symbol's name, in bytes; what is longer is cut. The longest names of C++ templates have some 100,000 letters. */
export const MAX_NAME_BYTES = 1024 * 1024;

/** Members of one archive, and architectures in one fat file. */
export const MAX_ARCHIVE_MEMBERS = 200_000;
export const MAX_SLICES = 64;
