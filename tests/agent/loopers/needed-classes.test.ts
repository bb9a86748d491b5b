import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const hook = fileURLToPath(new URL('../../../device-agents/android/hook/laglens', import.meta.url));
const textOf = (name: string): Promise<string> => readFile(join(hook, `${name}.java`), 'utf8');
const androidImports = (text: string): readonly string[] =>
  [...text.matchAll(/^import (android\.[\w.]+);$/gm)].map(([, name = '']) => name);
/** `Window.OnFrameMetricsAvailableListener` and the like, as class files name them. */
const binaryName = (name: string): string => name.replace(/([A-Z]\w*)\.(?=[A-Z])/g, '$1$');

test('a missing class of Android is named whichever the watch over the app or the traces of its ends need', async () => {
  const watch = await Promise.all(['Activities', 'AppWatch', 'Fragments', 'FragmentMethods', 'FrameReports'].map(textOf));
  const imported = watch.flatMap(androidImports);
  const packages = new Map(imported.map((name) => [name.slice(name.lastIndexOf('.') + 1), name]));
  const nested = watch.flatMap((text) =>
    [...text.matchAll(/implements ([A-Z]\w*)(\.[A-Z]\w*)/g)].map(([, outer = '', inner = '']) => `${packages.get(outer)}${inner}`),
  );
  const named = [...(await textOf('Failure')).matchAll(/^ {4}"(.+)",$/gm)].map(([, name = '']) => name);
  const watched = [...new Set([...imported, ...nested].map(binaryName))].sort();
  assert.deepEqual(named, [...watched, 'android.app.ActivityManager', 'android.app.ApplicationExitInfo']);
  assert.deepEqual(
    androidImports(await textOf('ExitTraces')).filter((name) => !named.includes(name)),
    [],
  );
});
