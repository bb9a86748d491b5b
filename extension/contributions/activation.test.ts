import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { APP_CONFIG, activationEvents, isAppConfig, PROJECT_FILES } from './activation.ts';

/** Files at the root of what each tool's template makes, without android and ios folders. */
const templates: Readonly<Record<string, readonly string[]>> = {
  // npx create-expo-app
  Expo: ['app.json', 'package.json', 'tsconfig.json'],
  // npx @react-native-community/cli init
  'React Native': ['app.json', 'App.tsx', 'babel.config.js', 'metro.config.js', 'package.json'],
  // flutter create
  Flutter: ['pubspec.yaml', 'analysis_options.yaml', 'lib/main.dart'],
  // swift package init
  'a Swift package': ['Package.swift', 'Sources/Shop/Shop.swift'],
};

for (const [tool, files] of Object.entries(templates)) {
  test(`a folder of ${tool} wakes the extension`, () => {
    const wakes = (file: string): boolean => activationEvents.includes(`workspaceContains:**/${posix.basename(file)}`);
    assert.ok(files.some(wakes));
  });
}

test('each file of a project wakes the extension', () => {
  for (const pattern of [...PROJECT_FILES, APP_CONFIG]) assert.ok(activationEvents.includes(`workspaceContains:${pattern}`));
});

test('an app.json of a server is no app’s', () => {
  assert.equal(isAppConfig('{ "expo": { "name": "Shop", "slug": "shop" } }'), true);
  assert.equal(isAppConfig('{ "name": "Shop", "displayName": "Shop" }'), true);
  // https://devcenter.heroku.com/articles/app-json-schema
  assert.equal(isAppConfig('{ "name": "shop", "buildpacks": [{ "url": "heroku/nodejs" }] }'), false);
});
