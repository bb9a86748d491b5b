import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { lockedShop } from '../../../../tests/core/locked-shop.ts';
import { AgentWorkspace, lags } from '../agent-workspace.ts';
import { inspect, installInspector, mistakesBy, noInspector } from './inspector.ts';
import { McpClient } from './mcp-client.ts';

const total = ['com.example.Shop.open:12', 'com.example.Cart.total:34'];

const toolNames = [
  'laglens_list_lags',
  'laglens_explain_lag',
  'laglens_source_costs',
  'laglens_threads_at',
  'laglens_compare',
  'laglens_check',
  'laglens_devices',
  'laglens_start_capture',
  'laglens_wait',
  'laglens_stop_capture',
];

const refusal = noInspector() ?? false;

describe('the protocol’s inspector', { skip: refusal }, () => {
  before(async () => installInspector((line) => process.stderr.write(`${line}\n`)));

  test('lists ten tools, read-only ones marked, and every answer of a call fits its published schema by ajv', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.messages('locked.laglens', lockedShop());
    await place.session('before.laglens', lags(20, 600, ...total));
    await place.session('after.laglens', lags(20, 150, ...total));
    await place.write('laglens.budget.json', JSON.stringify({ rules: [{ measure: 'p95', mostMs: 200 }] }));
    const tools = listField(await inspect(place.folder, '--method', 'tools/list'), 'tools');
    assert.deepEqual(
      tools.map((tool) => textField(tool, 'name')),
      toolNames,
    );
    assert.deepEqual(
      tools.filter((tool) => field(field(tool, 'annotations'), 'readOnlyHint') !== true).map((tool) => textField(tool, 'name')),
      ['laglens_start_capture', 'laglens_stop_capture'],
    );
    const { answer: listed } = await place.answer('laglens_list_lags', { session: 'locked.laglens' });
    const lag = listed.groups?.[0]?.worst ?? '';
    const calls: readonly (readonly [tool: string, ...args: readonly string[]])[] = [
      ['laglens_list_lags', 'session=locked.laglens'],
      ['laglens_list_lags', 'session=before.laglens', 'by=lag'],
      ['laglens_explain_lag', 'session=locked.laglens', `lag=${lag}`],
      ['laglens_source_costs', 'session=locked.laglens', 'file=Cart.java'],
      ['laglens_threads_at', 'session=locked.laglens', 'atMs=500'],
      ['laglens_compare', 'before=["before.laglens"]', 'after=["after.laglens"]'],
      ['laglens_check', 'sessions=["before.laglens"]'],
      ['laglens_devices'],
    ];
    for (const [name, ...args] of calls) {
      const given = args.flatMap((arg) => ['--tool-arg', arg]);
      const result = await inspect(place.folder, '--method', 'tools/call', '--tool-name', name, ...given);
      assert.notEqual(field(result, 'isError'), true, JSON.stringify(result));
      const schema = field(
        tools.find((tool) => textField(tool, 'name') === name),
        'outputSchema',
      );
      assert.equal(mistakesBy(schema, field(result, 'structuredContent')), '', name);
    }
  });
});

describe('laglens mcp', () => {
  test('answers wrong arguments, unknown tools and noise, and goes on; a closed input ends it', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(2, 200, ...total));
    const client = await McpClient.start(t, { folder: place.folder });
    assert.equal((await client.call('laglens_list_lags', { session: 1 })).isError, true);
    assert.match((await client.call('laglens_nothing', {})).text, /Next: Call one of laglens_list_lags/);
    client.raw('no json\n{"jsonrpc":"2.0","id":true}\n');
    const { answer, text } = await client.call('laglens_list_lags', { session: 'a.laglens' });
    assert.equal(field(answer, 'lagCount'), 2);
    assert.match(text, /^2 lags of at least 100 ms/);
    assert.equal(await client.close(), 0);
  });

  test('a client that cannot ask the person gets no capture, but the person’s own command', async (t) => {
    const place = await AgentWorkspace.make(t);
    const client = await McpClient.start(t, { folder: place.folder });
    const { isError, text } = await client.call('laglens_start_capture', { device: 'phone', app: 'com.example.shop' });
    assert.ok(isError);
    assert.match(text, /cannot ask the person.* Next: Ask the person to run in a terminal: laglens record --device 'phone'/);
    await client.close();
  });

  test('asks by elicitation before it reaches a device; no is no', async (t) => {
    const place = await AgentWorkspace.make(t);
    const client = await McpClient.start(t, { folder: place.folder, ask: () => false });
    const { text } = await client.call('laglens_start_capture', { device: 'phone', app: 'com.example.shop' });
    assert.match(text, /^The person said no\./);
    assert.deepEqual(
      client.questions.map((question) => question.slice(0, 38)),
      ['Record "com.example.shop" on "phone"? '],
    );
    await client.close();
  });

  test('a client that breaks its connection ends the server as one that closes it', async (t) => {
    const place = await AgentWorkspace.make(t);
    const server = createServer({ pauseOnConnect: true });
    t.after(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const client = connect(address.port, '127.0.0.1');
    const [input]: readonly Socket[] = await once(server, 'connection');
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../../cli/main.ts'), 'mcp'], {
      cwd: place.folder,
      stdio: [input, 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    input?.destroy();
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '0' } };
    client.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    assert.ok(child.stdout !== null);
    await once(child.stdout, 'data');
    const exit = once(child, 'exit');
    client.resetAndDestroy();
    assert.deepEqual(await exit, [0, null]);
  });

  test('a thousand calls at once are answered, each with its own id', async (t) => {
    const place = await AgentWorkspace.make(t);
    await place.session('a.laglens', lags(2, 200, ...total));
    const client = await McpClient.start(t, { folder: place.folder });
    const ends = await Promise.all(Array.from({ length: 1_000 }, () => client.call('laglens_list_lags', { session: 'a.laglens' })));
    assert.equal(ends.filter(({ answer }) => field(answer, 'lagCount') === 2).length, 1_000);
    assert.equal(await client.close(), 0);
  });
});
