/*
 * Stands for adb.exe, which is a 32-bit program that Debian's Wine cannot run beside 64-bit ones. It writes how it was called into
 * adb.asked, and ends when adb.done is there: the test has started Linux' adb server by then.
 */
#include "windows.h"

enum { PATH_LENGTH = 1024, WAIT_MS = 20, MOST_WAITS = 1000 };

void start(void);

void start(void)
{
    static WCHAR asked[PATH_LENGTH];
    static WCHAR done[PATH_LENGTH];
    own_file(asked, PATH_LENGTH, ".asked");
    own_file(done, PATH_LENGTH, ".done");
    const WCHAR *line = GetCommandLineW();
    DWORD length = 0;
    while (line[length] != 0)
        length++;
    HANDLE file = CreateFileW(asked, GENERIC_WRITE, 0, 0, CREATE_ALWAYS, 0, 0);
    WriteFile(file, line, length * sizeof(WCHAR), &length, 0);
    CloseHandle(file);
    for (int waits = 0; waits < MOST_WAITS; waits++) {
        if (GetFileAttributesW(done) != INVALID_ATTRIBUTES)
            ExitProcess(0);
        Sleep(WAIT_MS);
    }
    ExitProcess(1);
}
