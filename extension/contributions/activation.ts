/** Files of projects whose apps Laglens can capture. */
export const PROJECT_FILES = [
  '**/AndroidManifest.xml',
  '**/build.gradle',
  '**/build.gradle.kts',
  '**/*.xcodeproj/project.pbxproj',
] as const;

/** Events beside those that VS Code takes from `contributes`. */
export const activationEvents: readonly string[] = [
  'onWebviewPanel:laglens.panel',
  'onUri',
  ...PROJECT_FILES.map((pattern) => `workspaceContains:${pattern}`),
];
