import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { foreignRuntimes } from './foreign-runtimes.ts';

/** What is said of a process with these libraries and, beside main, these threads. */
function seen(libraries: readonly string[], threads: readonly string[]): readonly string[] {
  const model = new SessionModel();
  const images = libraries.map((path, at): Message => {
    return { type: 'image', id: at + 1, base: 4096 * (at + 1), size: 4096, buildId: new Uint8Array(0), path };
  });
  const named = threads.map((name, at): Message => {
    return { type: 'thread', thread: at + 50, tid: at + 50, name, group: 'main', flags: 0, atUs: 0 };
  });
  for (const message of [...scriptedApp([{ kind: 'idle', us: 1_000 }]), ...images, ...named]) model.apply(message);
  const [run] = model.runs;
  assert.ok(run);
  return foreignRuntimes(run).map(({ language, name }) => `${language} ${name}`);
}

const apk = '/data/app/~~x==/com.example-y==/base.apk';

describe('a runtime whose frames cannot be seen', () => {
  it('is known by its library', () => {
    assert.deepEqual(seen(['/data/app/a/lib/arm64/libflutter.so'], []), ['Dart Flutter']);
    assert.deepEqual(seen([`${apk}!/lib/arm64-v8a/libhermesvm.so`], []), ['JavaScript Hermes']);
  });

  it('is known by its threads where the libraries are inside the APK', () => {
    assert.deepEqual(seen([apk], ['1.ui', '1.raster', '1.io']), ['Dart Flutter']);
    assert.deepEqual(seen([apk], ['mqt_js']), ['JavaScript React Native']);
    assert.deepEqual(seen([apk], ['mqt_v_js', 'mqt_v_native']), ['JavaScript React Native']);
    assert.deepEqual(seen([apk], ['hades', 'mqt_v_js', '2.ui']), ['Dart Flutter', 'JavaScript Hermes']);
  });

  it('is not seen in an app without one, whatever its own code is called', () => {
    assert.deepEqual(
      seen([apk, '/data/app/a/libnotlibflutter.so'], ['main.ui', 'ui', 'mqt_native_modules', 'hades-worker', 'RenderThread']),
      [],
    );
  });
});
