import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { DemoApp } from '../../../../tests/demo-app/start-demo-app.ts';
import type { Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { startPhone } from '../../../../tests/simulated/android/start-phone.ts';
import { AgentWorkspace } from '../agent-workspace.ts';
import { McpClient } from './mcp-client.ts';

const app = 'com.example.shop';

describe('laglens mcp beside a simulated phone of Android 14', () => {
  let phone: Phone<DemoApp>;

  before(async () => {
    phone = await startPhone({ android: '14', schedule: 'all' });
    await phone.launchApp();
  });
  after(() => phone.stop());

  test('finds the app, records it after a yes, waits for a lag, explains it and leaves a session', async (t) => {
    const place = await AgentWorkspace.make(t);
    const args = ['--adb-server', phone.server.socket.replace(/^tcp:/, '')];
    const client = await McpClient.start(t, { folder: place.folder, args, ask: () => true });
    const device = phone.serial;
    const { answer: found } = await client.call('laglens_devices', { device, find: 'shop' });
    assert.deepEqual(
      listField(found, 'apps').map((row) => [textField(row, 'app'), field(row, 'usable')]),
      [[app, true]],
    );
    const { answer: started, text } = await client.call('laglens_start_capture', { device, app });
    assert.equal(client.questions.length, 1, text);
    const capture = textField(started, 'capture');
    const { answer: waited } = await client.call('laglens_wait', { capture, timeoutMs: 60_000 });
    assert.equal(textField(waited, 'happened'), 'lag');
    const lag = textField(listField(waited, 'lags')[0], 'lag');
    const { answer: explained } = await client.call('laglens_explain_lag', { session: capture, lag });
    assert.ok((numberField(explained, 'ms') ?? 0) >= 100);
    const { answer: stopped } = await client.call('laglens_stop_capture', { capture });
    assert.equal(client.questions.length, 2);
    const { answer: listed } = await client.call('laglens_list_lags', { session: textField(stopped, 'session') });
    assert.ok((numberField(listed, 'lagCount') ?? 0) >= 1);
    assert.equal(await client.close(), 0);
  });
});
