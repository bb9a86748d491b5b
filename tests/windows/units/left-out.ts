/** Tests that cannot pass in Windows' Node under Wine, and the reason. A listed test that passes has to leave the list. */
export interface LeftOut {
  /** From the checkout's root; for a folder all of its files. */
  readonly path: string;
  /** Beginnings of the tests' full names; by default all, and the file does not run. */
  readonly tests?: readonly string[];
  readonly why: string;
}

const TOOLS = 'runs programs of Linux: compilers, Java, xz, a shell, an adb server';
const APPLE = 'plays a service of a Mac or an iPhone at a socket in a folder; there are none on Windows';
const POSIX = 'is about owners, modes, links and queues of POSIX';
const WINE_DELETE = 'deletes a file that is open, whose name Wine 8 keeps; Windows 10 does not';
const THREAD = 'changes the working folder, which threads have none of';
const WINE_PIPES = 'needs one server per name of a pipe, of which Wine 8 allows several';
const TOGETHER = 'counts on two messages that arrive together, as they do through a socket in a folder';
const NAMES = 'has paths or names of files that Windows does not have';
const STARTS = 'compares starts of processes, which Node on Windows does not know';

const files = (why: string, ...paths: readonly string[]): readonly LeftOut[] => paths.map((path) => ({ path, why }));

export const leftOut: readonly LeftOut[] = [
  ...files(
    TOOLS,
    'cli/iphone.test.ts',
    'cli/run-laglens.test.ts',
    'cli/scenario.test.ts',
    'core/symbols/xz/unxz.test.ts',
    'features/budgets/cli/formats.test.ts', // features/budgets
    'host/builds/class-folders.test.ts',
    'host/capture/allocations.test.ts',
    'host/capture/jvm-capture.test.ts',
    'host/devices/android/adb/quote.test.ts',
    'host/devices/ios/routes/copy-route.test.ts',
    'host/devices/ios/xcode/resign/minimum-system.test.ts',
    'host/devices/ios/xcode/resign/weak-library.test.ts',
    'host/devices/jvm/jar-version.test.ts',
    'host/devices/jvm/jvm.test.ts',
    'host/devices/jvm/other-users.test.ts',
  ),
  ...files(
    APPLE,
    'cli/print-ios-checklist.test.ts',
    'cli/simulator.test.ts',
    'host/devices/ios/ios-provider.test.ts',
    'host/devices/ios/phone/iphone.test.ts',
    'host/devices/ios/protocol/usbmux/silent-usbmuxd.test.ts',
    'host/devices/ios/protocol/usbmux/usbmux.test.ts',
    'host/devices/ios/routes/embedded-route.test.ts',
    'host/devices/ios/xcode/developer-image/find-image.test.ts',
    'host/devices/ios/xcode/developer-image/mount-image.test.ts',
    'host/devices/ios/xcode/resign/resigned-copy.test.ts',
    'host/devices/ios/xcode/xcrun/xcrun.test.ts',
    'host/devices/simulator/failures.test.ts',
    'host/devices/simulator/simulator.test.ts',
  ),
  ...files(
    POSIX,
    'host/builds/unpack/file-answers.test.ts',
    'host/devices/ios/xcode/resign/embedded-library.test.ts',
    'host/devices/private-temp-folder.test.ts',
    'host/foreign-file.test.ts',
    'host/own-file.test.ts',
    'host/unlinked-file.test.ts',
  ),
  ...files(WINE_DELETE, 'host/builds/open-symbols.test.ts', 'host/builds/session-symbols.test.ts', 'host/capture/journal.test.ts'),
  ...files(THREAD, 'host/devices/android/adb/adbkit.test.ts'),
  ...files(STARTS, 'host/capture/writer-id.test.ts'),
  { path: 'extension/capture/live/byte-log.test.ts', tests: ['an agent that sends 64 MB of noise'], why: POSIX },
  {
    path: 'host/builds/build-index.test.ts',
    tests: ['an index that was damaged, or written by another version'],
    why: POSIX,
  },
  { path: 'host/builds/elsewhere/copy-builds.test.ts', tests: ['a project’s builds are copied where the finders'], why: POSIX },
  { path: 'host/builds/finders/finders.test.ts', tests: ['a folder that may not be read is said'], why: POSIX },
  {
    path: 'host/capture/recover.test.ts',
    tests: ['a recording whose writer may have ended > is abandoned when another process has its id'],
    why: STARTS,
  },
  {
    path: 'host/capture/recover.test.ts',
    tests: ['a recording whose writer may have ended > is completed by one of several windows'],
    why: WINE_PIPES,
  },
  {
    path: 'host/capture/thrown.test.ts',
    tests: ['whatever throws while a capture runs ends in a state that is said: > the same before it has begun'],
    why: TOGETHER,
  },
  {
    path: 'extension/share/what-leaves.test.ts',
    tests: ['a page that is shared as the sheet stands', 'the comparison in a page > has all verdicts'],
    why: NAMES,
  },
  { path: 'extension/sources/workspace-files.test.ts', tests: ['a frame’s source is found in such a folder'], why: NAMES },
  { path: 'features/compare/cli/diff-command.test.ts', tests: ['names stay text'], why: NAMES }, // features/compare
  { path: 'features/formats/cli/convert-command.test.ts', tests: ['a file is not replaced by its own conversion'], why: POSIX }, // features/formats
  { path: 'host/devices/ios/xcode/devicectl/reasons.test.ts', tests: ['devicectl’s refusal to start an app called Reddit'], why: APPLE },
  { path: 'host/devices/jvm/jcmd-attach.test.ts', tests: ['a jcmd that fails > is reported with its words'], why: TOOLS },
  { path: 'host/sources/sources.test.ts', tests: ['a jar that the JDK packed'], why: TOOLS },
];
