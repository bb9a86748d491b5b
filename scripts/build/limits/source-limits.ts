import type { LimitGroup } from './met-limit.ts';

const ELSEWHERE = 'host/builds/elsewhere/walk-elsewhere.ts';
const WORKSPACE = 'extension/sources/workspace-files.ts';
const SYMBOLS = 'host/builds/symbol-thread.ts';
const WORKER = 'host/builds/symbol-worker.ts';
const MEMORY = 'host/builds/unpack/symbol-memory.ts';
const SETTINGS = 'extension/surface/vscode/settings.ts';
const UNPACKED = 'at most … bytes when all that is needed of the file is unpacked';
const LOST = 'Reading … ended the thread that reads symbols: ….';
const RESTARTS = 'it starts again, no names of the file';

export const sourceLimits: LimitGroup = {
  title: 'Names and sources',
  limits: [
    ['files of local builds', 'host/builds/build-index.ts', 'MOST_CANDIDATES', '', 'the first are searched'],
    [
      'modules of a Gradle project',
      'host/builds/finders/gradle.ts',
      'MOST_MODULES',
      '',
      'the first are searched',
      '… has more than … modules: not all of them were searched.',
    ],
    ['folders of a build elsewhere', ELSEWHERE, 'MOST_FOLDERS', '', 'the first are searched', 'There are more than … folders.'],
    ['names in folders of a build elsewhere', ELSEWHERE, 'MOST_NAMES', '', 'the first are searched', 'There are more than … names.'],
    ['sources of a folder that VS Code cannot search', WORKSPACE, 'MOST_SOURCES', '', 'the first count'],
    ['a source whose package is asked', WORKSPACE, 'MOST_SOURCE_BYTES', 'bytes', 'skipped'],
    ['builds elsewhere', 'host/builds/elsewhere/find-builds.ts', 'MOST_FILES', '', 'the first count', 'There are more than … builds.'],
    ['mappings compared without an id', 'host/builds/mapping-choice.ts', 'MOST_COMPARED', '', 'the newest count'],
    ['a packed library', 'host/builds/identify-file.ts', 'MOST_PACKED_BYTES', 'bytes', 'skipped'],
    ['unpacked debug information of a file', WORKER, 'LIMITS.held', 'bytes', 'no names of it', UNPACKED, MEMORY],
    ['unpacked debug information for one question', WORKER, 'LIMITS.perQuestion', 'bytes', 'no names of the rest', UNPACKED, MEMORY],
    ['memory of the thread that reads builds', SYMBOLS, 'MEMORY_MB', 'MB', RESTARTS, LOST],
    ['an answer of the thread that reads builds', SYMBOLS, 'HANG_MS', 'ms', RESTARTS, LOST],
    [
      'functions searched for a session',
      'host/builds/symbolication-budget.ts',
      'MOST_BYTES',
      'bytes',
      'the oldest go',
      'The session has more functions than Laglens can search in local builds: its newest part has names, earlier functions may keep those that the app sent.',
      'host/builds/session-symbols.ts',
    ],
    ['a name from a build', 'host/builds/name-records.ts', 'MOST_LETTERS', 'letters', 'cut'],
    ['Java and Kotlin files that name the app’s packages', 'extension/sources/app-packages.ts', 'MOST_FILES', '', 'the first count'],
    ['sources of one name', 'extension/sources/source-finder.ts', 'MOST_CANDIDATES', '', 'the first are compared'],
    ['jars of sources in the workspace', 'extension/sources/library-sources.ts', 'MOST_WORKSPACE_JARS', '', 'the first are searched'],
    ['a source of the Android SDK', 'extension/sources/library-sources.ts', 'MOST_SDK_BYTES', 'bytes', 'not opened', '… is too large.'],
    ['entries of a list in the settings', SETTINGS, 'MOST_ENTRIES', '', 'the first count'],
    ['a text in the settings', SETTINGS, 'MOST_LETTERS', 'letters', 'counts as wrong'],
    ['lines with costs in a source', 'extension/heat/costs/session-costs.ts', 'MOST_LINES', '', 'those with most time'],
    ['functions with costs in a source', 'extension/heat/costs/session-costs.ts', 'MOST_FUNCTIONS', '', 'those with most time'],
    ['lenses with a cause in a source', 'extension/heat/heat-lenses.ts', 'MOST_CAUSES', '', 'the others have numbers'],
  ],
};
