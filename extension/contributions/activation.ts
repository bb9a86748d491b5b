/** Files of projects whose apps Laglens can capture. */
export const PROJECT_FILES = [
  '**/AndroidManifest.xml',
  '**/build.gradle',
  '**/build.gradle.kts',
  '**/*.xcodeproj/project.pbxproj',
] as const;

/** Scheme of the sample session's address. */
export const SAMPLE_SCHEME = 'laglens-sample';

/** Id of the walkthrough; VS Code's event names no extension, so it must be unique. */
export const WALKTHROUGH = 'laglens';

/** Events beside those that VS Code takes from `contributes`. */
export const activationEvents: readonly string[] = [
  'onWebviewPanel:laglens.panel',
  'onUri',
  `onFileSystem:${SAMPLE_SCHEME}`,
  `onWalkthrough:${WALKTHROUGH}`,
  ...PROJECT_FILES.map((pattern) => `workspaceContains:${pattern}`),
];
