/* The few declarations of Microsoft's "Windows API" that these programs need: this computer has no Windows headers. */
#ifndef LAGLENS_WINDOWS_H
#define LAGLENS_WINDOWS_H

#include <stdint.h>

typedef void *HANDLE;
typedef uint16_t WCHAR;
typedef uint32_t DWORD;

#define INVALID_HANDLE ((HANDLE)(intptr_t)-1)
#define INVALID_ATTRIBUTES ((DWORD)-1)
#define GENERIC_READ 0x80000000u
#define GENERIC_WRITE 0x40000000u
#define CREATE_ALWAYS 2u
#define OPEN_EXISTING 3u

__declspec(dllimport) int CloseHandle(HANDLE handle);
__declspec(dllimport) HANDLE CreateFileW(const WCHAR *name, DWORD access, DWORD share, void *security, DWORD disposition, DWORD flags,
                                         HANDLE pattern);
__declspec(dllimport) void ExitProcess(unsigned int code);
__declspec(dllimport) WCHAR *GetCommandLineW(void);
__declspec(dllimport) DWORD GetFileAttributesW(const WCHAR *name);
__declspec(dllimport) DWORD GetModuleFileNameW(HANDLE module, WCHAR *name, DWORD length);
__declspec(dllimport) void Sleep(DWORD milliseconds);
__declspec(dllimport) int WriteFile(HANDLE file, const void *bytes, DWORD length, DWORD *written, void *overlapped);

/* The name of this program's own file with another ending. */
static void own_file(WCHAR *name, DWORD length, const char *ending)
{
    DWORD at = GetModuleFileNameW(0, name, length) - 4;
    while (*ending != 0)
        name[at++] = (WCHAR)*ending++;
    name[at] = 0;
}

#endif
