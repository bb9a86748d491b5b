/*
 * Stands for a virus scanner, or another program that lets no one share its file. As FILE.exe it holds FILE beside it until FILE.done is
 * there. It makes FILE.asked once it holds the file.
 */
#include "windows.h"

enum { PATH_LENGTH = 1024, WAIT_MS = 5, MOST_WAITS = 8000 };

void start(void);

void start(void)
{
    static WCHAR name[PATH_LENGTH];
    own_file(name, PATH_LENGTH, "");
    HANDLE held = CreateFileW(name, GENERIC_READ | GENERIC_WRITE, 0, 0, OPEN_EXISTING, 0, 0);
    if (held == INVALID_HANDLE)
        ExitProcess(2);
    own_file(name, PATH_LENGTH, ".asked");
    CloseHandle(CreateFileW(name, GENERIC_WRITE, 0, 0, CREATE_ALWAYS, 0, 0));
    own_file(name, PATH_LENGTH, ".done");
    for (int waits = 0; waits < MOST_WAITS; waits++) {
        if (GetFileAttributesW(name) != INVALID_ATTRIBUTES) {
            CloseHandle(held);
            ExitProcess(0);
        }
        Sleep(WAIT_MS);
    }
    ExitProcess(1);
}
