import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { startJavaPhone } from '../../../../tests/host/java-phone.ts';
import { verified } from '../field/verified.ts';
import { answered } from './verified.ts';

test('a phone that forbids a start still answers for the installed app', async () => {
  const device = await startJavaPhone({ android: '14' });
  try {
    await device.phone.launchApp();
    const play = () => Promise.reject(new LaglensError({ code: 'launch-failed', message: 'It was not started.', next: 'Unlock it.' }));
    const report = await verified(device.phone, { id: 'com.example.shop', play });
    const right = answered(report, 'true');
    for (const id of ['android.run-as.debuggable', 'android.agent.answers']) assert.ok(right.includes(id), `${id}: ${right}`);
  } finally {
    await device.stop();
  }
});
