import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppMethods } from '../../../../../core/analysis/frames/app-methods.ts';
import { imported, lagsOf } from '../../../tests/formats/import-profile.ts';
import { bundle, phone, phoneTrace, printed } from '../../../tests/formats/phone-trace.ts';
import { readPerfetto } from '../read.ts';
import { isPlatformSection } from './platform-sections.ts';

test('sections of Android, its runtime and androidx are the platform’s, other words are the app’s', () => {
  const platform = [
    ...['Choreographer#doFrame', 'Choreographer#doFrame 4711', 'traversal', 'measure', 'layout', 'draw', 'inflate', 'Record View#draw()'],
    ...['DrawFrames 12', 'deliverInputEvent src=0x1002 eventTimeNano=1', 'activityStart', 'performCreate:com.example.shop.Main'],
    ...['RV OnBindView type=0x1', 'Compose:recompose', 'Recomposer:animation', 'binder transaction', 'bindApplication', 'animator:alpha'],
    ...[
      'monitor contention with owner Thread-2 (1003) at void a.B.c()(B.java:1) waiters=0',
      'Lock contention on mutator lock (owner tid: 7)',
    ],
    ...['young concurrent copying GC', 'GC: Wait For Completion Explicit', 'JIT compiling int a.B.c()', 'VerifyClass com.example.Cart'],
    ...['Lcom/example/shop/Cart;', 'OpenDexFilesFromOat(/data/app/base.apk)', '/data/app/base.apk', 'AIDL::java::ICart::total::server', ''],
  ];
  assert.deepEqual(
    platform.filter((name) => !isPlatformSection(name)),
    [],
  );
  const app = [
    ...[
      'readPreferences',
      'RecyclerView.layoutRows',
      'Cart.measure',
      'layout rows',
      'drawCart',
      'inflateCart',
      'GCode parse',
      'Verification',
    ],
    ...['loadCart#3', 'input form', 'performSync', 'Full sync', 'activityFeed', 'Listing', 'JITter', 'serviceCall'],
  ];
  assert.deepEqual(app.filter(isPlatformSection), []);
});

test('a lag in a section that the app names is blamed on it, one in the platform’s sections on none', async () => {
  const lagIn = async (...names: readonly string[]): Promise<string | undefined> => {
    const marks = [
      ...names.map((name, at) => printed(at, phone.app, `B|1000|${name}`)),
      ...names.map((_, at) => printed(300 + at, phone.app, 'E|1000')),
    ];
    const { model } = await imported(readPerfetto, phoneTrace([bundle(0, marks)]));
    const [lag] = lagsOf(model);
    assert.ok(lag);
    const app = new AppMethods(model, () => false);
    assert.equal(
      model.methods.some((_, method) => app.has(method)),
      lag.culprit !== undefined,
    );
    return lag.culprit?.method;
  };
  assert.equal(await lagIn('Choreographer#doFrame 1', 'traversal', 'readPreferences', 'inflate'), 'readPreferences');
  assert.equal(await lagIn('Choreographer#doFrame 1', 'traversal', 'inflate'), undefined);
});
