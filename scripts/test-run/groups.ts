import { hostile } from './themes/hostile.ts';
import { reality } from './themes/reality.ts';
import { strangers } from './themes/strangers.ts';

/** A name of `npm test -- NAME`, with files and folders from the checkout's root, with slashes. */
export type TestGroups = Readonly<Record<string, readonly string[]>>;

/** Every test file is in exactly one. `npm test` prints their times. */
export const tiles: TestGroups = {
  /** Needs Node alone. */
  unit: [
    'core/analysis',
    'core/columns',
    'core/document',
    'core/errors.test.ts',
    'core/memo.test.ts',
    'core/session',
    'core/text',
    'core/trees',
    'core/wire',
    'extension',
    'features/budgets/core', // features/budgets
    'features/budgets/protocol', // features/budgets
    'features/compare/core', // features/compare
    'features/compare/extension', // features/compare
    'features/compare/protocol', // features/compare
    'features/compare/tests/extension', // features/compare
    'features/compare/webview', // features/compare
    'features/formats/core', // features/formats
    'features/formats/extension', // features/formats
    'features/formats/host', // features/formats
    'features/formats/tests/core', // features/formats
    'features/formats/webview', // features/formats
    'features/lake/core', // features/lake
    'features/lake/extension', // features/lake
    'features/lake/host', // features/lake
    'features/lake/protocol', // features/lake
    'features/lake/tests/extension', // features/lake
    'host/asked-thread.test.ts',
    'host/diagnose',
    'host/foreign-file.test.ts',
    'host/own-file.test.ts',
    'host/share',
    'host/turn-driver.test.ts',
    'host/unlinked-file.test.ts',
    'protocol',
    'scripts/build/l10n.test.ts',
    'scripts/build/limits',
    'scripts/build/manifest.test.ts',
    'scripts/build/page-texts.test.ts',
    'scripts/build/shipped-texts.test.ts',
    'scripts/build/translations.test.ts',
    'scripts/build/wire',
    'scripts/check',
    'scripts/outputs',
    'webview',
    'tests/core',
    'tests/extension',
  ],
  'command-line': [
    'cli',
    'tests/command-line',
    'scripts/build/shared-modules.test.ts',
    'scripts/demo',
    'scripts/mutants',
    'scripts/run.test.ts',
    'scripts/setup',
    'scripts/test-run',
    'scripts/watch',
    'features/budgets/cli', // features/budgets
    'features/compare/cli', // features/compare
    'features/formats/cli', // features/formats
  ],
  formats: ['features/formats/tests/formats'], // features/formats
  field: ['features/verify'], // features/verify
  limits: [
    'tests/fuzz',
    'tests/hostile',
    'features/formats/tests/hostile', // features/formats
  ],
  symbols: ['core/symbols', 'host/builds', 'host/sources', 'tests/symbols', 'tests/names'],
  'agent-tools': ['features/agent-tools'], // features/agent-tools
  lake: ['features/lake/tests/lake'], // features/lake
  fleet: ['features/lake/tests/fleet'], // features/lake
  agents: ['tests/agent'],
  devices: [
    'tests/simulated',
    'tests/runtimes',
    'features/formats/tests/runtimes', // features/formats
  ],
  captures: ['host/capture', 'host/devices', 'tests/host'],
  apps: [
    'tests/demo-app',
    'features/formats/tests/demo-app', // features/formats
  ],
  e2e: [
    'tests/e2e',
    'tests/pictures',
    'scripts/pictures',
    'features/compare/tests/e2e', // features/compare
    'features/formats/tests/e2e', // features/formats
    'features/lake/tests/e2e', // features/lake
  ],
  figures: [
    'bench',
    'features/formats/bench', // features/formats
    'features/lake/bench', // features/lake
  ],
  house: ['tests/house', 'tests/features', 'tests/workflows'],
  windows: ['tests/windows'],
};

/** Groups that only run when they are asked for. */
export const apart: readonly string[] = [
  'fleet', // features/lake
  'windows',
];

/** These cut across the tiles. People and machines run groups by name, so names stay. */
export const themes: TestGroups = { hostile, 'first-ten-minutes': ['tests/e2e/first-ten-minutes'], strangers, reality };

export const groups: TestGroups = { ...tiles, ...themes };
