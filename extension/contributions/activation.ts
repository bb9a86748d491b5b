/** Files of projects whose apps Laglens can capture. */
export const PROJECT_FILES = [
  '**/AndroidManifest.xml',
  '**/build.gradle',
  '**/build.gradle.kts',
  '**/*.xcodeproj/project.pbxproj',
  // Flutter, React Native and Expo, Swift packages: their android and ios folders may be made at build time.
  '**/pubspec.yaml',
  '**/metro.config.js',
  '**/Package.swift',
] as const;

/** Expo's and React Native's; other tools have files of this name, too. */
export const APP_CONFIG = '**/app.json';

/** True for the text of an app.json of Expo or React Native. */
export function isAppConfig(text: string): boolean {
  return text.includes('"expo"') || text.includes('"displayName"');
}

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
  ...[...PROJECT_FILES, APP_CONFIG].map((pattern) => `workspaceContains:${pattern}`),
];
