import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AppRow, Device, DeviceProvider, DeviceRow } from '../../host/devices/device.ts';
import { EventEmitter, useViewWindow } from '../../tests/extension/view-window.ts';
import type { TreeRow } from '../surface/trees.ts';

useViewWindow();
const { DevicesTree } = await import('./devices-tree.ts');
const { targetOf } = await import('./device-rows.ts');

const phone: DeviceRow = { id: 'pixel', kind: 'android', name: 'Pixel 8', detail: 'Android 14', canLaunch: true };
const locked: DeviceRow = {
  ...phone,
  id: 'nexus',
  name: 'Nexus',
  problem: { code: 'device-unauthorized', why: 'unauthorized', next: 'Allow it.' },
};
const app = (id: string, more: Partial<AppRow> = {}): AppRow => ({
  ...{ id, name: id, detail: '', group: 'running', processes: [{ pid: 5, name: id }], notes: [], ...more },
});

/** A view whose rows are asked for as VS Code does, and a provider that counts who asks it. */
class Scene {
  readonly visibility = new EventEmitter<unknown>();
  readonly trust = new EventEmitter<void>();
  readonly expanded = new EventEmitter<{ readonly element: TreeRow }>();
  readonly collapsed = new EventEmitter<{ readonly element: TreeRow }>();
  readonly providers = new EventEmitter<void>();
  readonly recordings = new EventEmitter<void>();
  isVisible = false;
  isTrusted = true;
  recorded: { readonly device: string; readonly app: string } | undefined;
  watches = 0;
  listed = 0;
  refreshes = 0;
  apps: readonly AppRow[] = [];
  rows: readonly DeviceRow[] = [phone];
  #listener: ((rows: readonly DeviceRow[]) => void) | undefined;
  readonly tree: InstanceType<typeof DevicesTree>;

  constructor(given: Partial<Pick<Scene, 'isVisible' | 'isTrusted' | 'apps' | 'rows'>>) {
    Object.assign(this, given);
    const provider: DeviceProvider = {
      kind: 'android',
      watch: (listener) => {
        this.watches++;
        this.#listener = listener;
        listener(this.rows);
        return { dispose: () => this.watches-- };
      },
      rows: async () => this.rows,
      open: async () => this.#device,
    };
    const view = {
      onDidChangeVisibility: this.visibility.event,
      onDidExpand: this.expanded.event,
      onDidCollapse: this.collapsed.event,
      refresh: () => this.refreshes++,
    };
    // The tree asks no more of a view, and of VS Code's events only to listen.
    const services = {
      providers: () => [provider],
      onDidChangeProviders: this.providers.event,
      recorded: () => this.recorded,
      onDidChangeRecorded: this.recordings.event,
      mayRunTools: () => this.isTrusted,
      onDidGrantTrust: this.trust.event,
    };
    Object.defineProperty(view, 'isVisible', { get: () => this.isVisible });
    this.tree = new DevicesTree(view as never, services as never);
  }

  show(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.visibility.fire(undefined);
  }

  changes(rows: readonly DeviceRow[]): void {
    this.rows = rows;
    this.#listener?.(rows);
  }

  /** Device rows with the rows below them. */
  get shown(): readonly string[] {
    return this.tree.children(undefined).flatMap((row) => [text(row), ...this.tree.children(row).map((below) => `  ${text(below)}`)]);
  }

  get #device(): Device {
    const unasked = (): never => assert.fail('Only its apps are listed.');
    const apps = async (): Promise<readonly AppRow[]> => {
      this.listed++;
      return this.apps;
    };
    return { row: phone, apps, nextProcess: unasked, deploy: unasked };
  }
}

const text = ({ shown: { label, description, kind } }: TreeRow): string => `${label} | ${description} | ${kind}`;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function scene(t: TestContext, given: ConstructorParameters<typeof Scene>[0]): Scene {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const made = new Scene(given);
  t.after(() => made.tree.dispose());
  return made;
}

test('devices are followed only while the view is visible in a trusted workspace', async (t) => {
  const it = scene(t, { isTrusted: false });
  assert.equal(it.watches, 0);
  it.show(true);
  assert.equal(it.watches, 0, 'visible, but not trusted');
  it.isTrusted = true;
  it.trust.fire();
  assert.equal(it.watches, 1);
  await settled();
  const { listed } = it;
  assert.ok(listed > 0);
  it.show(false);
  assert.equal(it.watches, 0);
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(it.listed, listed, 'nothing is asked for a hidden view');
  it.show(true);
  assert.equal(it.watches, 1);
});

test('apps of open devices are listed again every 2.5 s, those of a collapsed one are not', async (t) => {
  const it = scene(t, { isVisible: true, apps: [app('com.example.shop')] });
  await settled();
  assert.deepEqual(it.shown, ['Pixel 8 | Android 14 | device.launch', '  com.example.shop |  | app.running.launch']);
  it.apps = [app('com.example.shop', { processes: [] })];
  t.mock.timers.tick(2_500);
  await settled();
  assert.deepEqual(it.shown.slice(1), ['  com.example.shop |  | app.launch']);
  const [device] = it.tree.children(undefined);
  assert.ok(device);
  it.collapsed.fire({ element: device });
  const { listed } = it;
  t.mock.timers.tick(2_500);
  await settled();
  assert.equal(it.listed, listed);
  it.expanded.fire({ element: device });
  await settled();
  assert.equal(it.listed, listed + 1);
});

test('a device that is not ready gives its reason first, and is asked for no apps', async (t) => {
  const it = scene(t, { isVisible: true, rows: [locked] });
  await settled();
  assert.deepEqual(it.shown, ['Nexus | unauthorized | device.problem']);
  assert.equal(it.listed, 0);
  it.changes([locked, phone]);
  await settled();
  assert.deepEqual(
    it.shown.map((row) => row.split(' | ')[0]),
    ['Pixel 8', '  ', 'Nexus'],
  );
});

test('the recorded app says so, and rows give commands their device and app', async (t) => {
  const it = scene(t, { isVisible: true, apps: [app('com.example.shop'), app('com.other', { group: 'other' })] });
  await settled();
  it.recorded = { device: 'pixel', app: 'com.example.shop' };
  const [device] = it.tree.children(undefined);
  assert.ok(device);
  const rows = it.tree.children(device);
  assert.deepEqual(
    rows.map(({ shown }) => shown.kind),
    ['app.recording'],
  );
  assert.deepEqual([targetOf(device), targetOf(rows[0])], [{ device: 'pixel' }, { device: 'pixel', app: 'com.example.shop' }]);
  assert.equal(targetOf({ device: 'pixel' }), undefined);
});

test('a change of the providers follows the new ones, and a change of the same apps draws nothing', async (t) => {
  const it = scene(t, { isVisible: true, apps: [app('com.example.shop')] });
  await settled();
  it.providers.fire();
  assert.equal(it.watches, 1);
  await settled();
  const { refreshes } = it;
  t.mock.timers.tick(2_500);
  await settled();
  assert.equal(it.refreshes, refreshes);
});

test('rows say what 300 px have room for: the id beside another name, in one word that no phone is there', async (t) => {
  const none: DeviceRow = {
    ...{ id: 'adb', kind: 'android', name: 'Android devices', detail: '', canLaunch: false },
    problem: { code: 'device-none', why: 'no phone or emulator is connected', next: 'Connect one.' },
  };
  const shop = app('com.example.shop.Main', { name: 'Main', detail: 'process 1803 --port 80' });
  const it = scene(t, { isVisible: true, rows: [phone, none], apps: [shop] });
  await settled();
  assert.deepEqual(it.shown, [
    'Pixel 8 | Android 14 | device.launch',
    '  Main | com.example.shop.Main | app.running.launch',
    'Android devices | none connected | device.problem',
  ]);
  const [device, without] = it.tree.children(undefined);
  assert.ok(device && without);
  assert.match(String(it.tree.children(device)[0]?.shown.details), /process 1803 --port 80/);
  assert.match(String(without.shown.details), /no phone or emulator is connected/);
});
