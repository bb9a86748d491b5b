/* The parts of a Mach-O file that are read here: names, numbers and layouts are those of Apple's mach-o/loader.h, fat.h and fixup-chains.h. */
#ifndef MACHO_FORMAT_H
#define MACHO_FORMAT_H

#include <stdint.h>

enum { MH_MAGIC_64 = 0xfeedfacf, FAT_MAGIC_BE = 0xbebafeca, MH_EXECUTE = 2, MH_DYLIB = 6 };
enum { CPU_X86_64 = 0x01000007, CPU_ARM64 = 0x0100000c };
enum { PLATFORM_IOS = 2, PLATFORM_IOS_SIMULATOR = 7 };

struct mach_header_64 {
  uint32_t magic, cputype, cpusubtype, filetype, ncmds, sizeofcmds, flags, reserved;
};

/* Big-endian in the file. */
struct fat_arch {
  uint32_t cputype, cpusubtype, offset, size, align;
};

struct load_command {
  uint32_t cmd, cmdsize;
};

enum {
  LC_SYMTAB = 0x2,
  LC_LOAD_DYLIB = 0xc,
  LC_ID_DYLIB = 0xd,
  LC_SEGMENT_64 = 0x19,
  LC_UUID = 0x1b,
  LC_CODE_SIGNATURE = 0x1d,
  LC_DYLD_INFO = 0x22,
  LC_ENCRYPTION_INFO_64 = 0x2c,
  LC_BUILD_VERSION = 0x32,
};
#define LC_LOAD_WEAK_DYLIB 0x80000018u
#define LC_RPATH 0x8000001cu
#define LC_REEXPORT_DYLIB 0x8000001fu
#define LC_DYLD_INFO_ONLY 0x80000022u
#define LC_MAIN 0x80000028u
#define LC_DYLD_EXPORTS_TRIE 0x80000033u
#define LC_DYLD_CHAINED_FIXUPS 0x80000034u

struct segment_command_64 {
  uint32_t cmd, cmdsize;
  char segname[16];
  uint64_t vmaddr, vmsize, fileoff, filesize;
  uint32_t maxprot, initprot, nsects, flags;
};
/* Read-only once the fixups are made: __DATA_CONST. */
enum { SG_READ_ONLY = 0x10 };

struct section_64 {
  char sectname[16], segname[16];
  uint64_t addr, size;
  uint32_t offset, align, reloff, nreloc, flags, reserved1, reserved2, reserved3;
};
enum { S_MOD_INIT_FUNC_POINTERS = 0x9, S_INIT_FUNC_OFFSETS = 0x16 };

struct uuid_command {
  uint32_t cmd, cmdsize;
  uint8_t uuid[16];
};
struct build_version_command {
  uint32_t cmd, cmdsize, platform, minos, sdk, ntools;
};
/* The name stands `name` bytes after the command's begin; LC_RPATH and the LC_*_DYLIB commands begin alike. */
struct named_command {
  uint32_t cmd, cmdsize, name;
};
struct linkedit_data_command {
  uint32_t cmd, cmdsize, dataoff, datasize;
};
struct encryption_info_command_64 {
  uint32_t cmd, cmdsize, cryptoff, cryptsize, cryptid, pad;
};
struct entry_point_command {
  uint32_t cmd, cmdsize;
  uint64_t entryoff, stacksize;
};
struct dyld_info_command {
  uint32_t cmd, cmdsize, rebase_off, rebase_size, bind_off, bind_size, weak_bind_off, weak_bind_size, lazy_bind_off, lazy_bind_size,
      export_off, export_size;
};

/* Where a symbol is searched, apart from the number of a library. */
enum { BIND_SELF = 0, BIND_MAIN_EXECUTABLE = -1, BIND_FLAT_LOOKUP = -2, BIND_WEAK_LOOKUP = -3 };

struct dyld_chained_fixups_header {
  uint32_t fixups_version, starts_offset, imports_offset, symbols_offset, imports_count, imports_format, symbols_format;
};
enum { CHAINED_IMPORT = 1, CHAINED_IMPORT_ADDEND = 2, CHAINED_IMPORT_ADDEND64 = 3 };
enum { CHAINED_PTR_64 = 2, CHAINED_PTR_64_OFFSET = 6 };
enum { CHAINED_START_NONE = 0xffff };

#endif
