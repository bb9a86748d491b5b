import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { DeviceProvider, DeviceRow } from '../../host/devices/device.ts';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: 'data:text/javascript,', shortCircuit: true } : next(specifier, context),
});
const { PhoneWatch } = await import('./phone-watch.ts');

const pixel: DeviceRow = { id: 'R58', kind: 'android', name: 'Pixel 8', detail: 'Android 14', canLaunch: true };

class Listed implements DeviceProvider {
  readonly kind;
  listener: ((rows: readonly DeviceRow[]) => void) | undefined;

  constructor(kind: DeviceRow['kind']) {
    this.kind = kind;
  }

  watch(listener: (rows: readonly DeviceRow[]) => void): { dispose(): void } {
    this.listener = listener;
    return { dispose: () => undefined };
  }

  rows(): Promise<never> {
    throw new Error('The rows are watched');
  }

  open(): Promise<never> {
    throw new Error('No device is opened');
  }
}

function scene() {
  const [android, ios, jvm] = [new Listed('android'), new Listed('ios'), new Listed('jvm')];
  let changes = 0;
  const watch = new PhoneWatch(
    { all: [android, ios, jvm], onDidChange: () => ({ dispose: () => undefined }), remote: undefined },
    () => changes++,
  );
  return { android, ios, jvm, watch, changes: () => changes };
}

test('phones of every kind are followed, programs of this computer are not', () => {
  const { android, ios, jvm, watch } = scene();
  watch.start(undefined);
  assert.deepEqual(
    [android, ios, jvm].map(({ listener }) => listener !== undefined),
    [true, true, false],
  );
});

test('nothing is said before each kind was listed once, as the missing one may have the phone', () => {
  const { android, ios, watch, changes } = scene();
  watch.start(undefined);
  android.listener?.([]);
  assert.deepEqual([changes(), watch.connection], [0, undefined]);
  ios.listener?.([]);
  assert.deepEqual([changes(), watch.connection], [1, { guide: { current: 'cable' } }]);
  android.listener?.([pixel]);
  assert.deepEqual([changes(), watch.connection], [2, { ready: pixel }]);
});

test('rows that come after the end, or for an earlier start, change nothing', () => {
  const { android, ios, watch, changes } = scene();
  watch.start(undefined);
  const before = [android.listener, ios.listener];
  watch.stop();
  for (const listener of before) listener?.([pixel]);
  assert.deepEqual([changes(), watch.connection, watch.isWatching], [0, undefined, false]);
  watch.start(undefined);
  for (const listener of before) listener?.([pixel]);
  assert.deepEqual([changes(), watch.connection, watch.isWatching], [0, undefined, true]);
});
