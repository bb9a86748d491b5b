import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

test('headers of HotSpot have facts of any name and order', async () => {
  const frame = '   java.lang.Thread.State: RUNNABLE\n\tat com.example.Cart.total(Cart.java:1)\n\n';
  const headers = [
    '"main" #3 [53] prio=5 os_prio=31 cpu=2.5ms elapsed=0.6s allocated=44K defined_classes=19 tid=0x01 nid=53 runnable',
    '"worker" #11 daemon [54] prio=5 cpu=1ms tid=0x02 nid=0x36 runnable',
    '"virtual" #21 virtual [55] prio=5 tid=0x03 nid=0x37 runnable',
    '"old" prio=10 tid=60000000044e3840 nid=1194 lwp_id=9992026 runnable',
  ];
  const text = `Full thread dump OpenJDK 64-Bit Server VM (25 mixed mode):\n\n${headers.map((header) => `${header}\n${frame}`).join('')}"VM Thread" tid=0x04 nid=7 runnable\n\nHeap\n PSYoungGen      total 36864K\n`;
  const imported = await ImportedReport.of(text);
  assert.equal(imported.format, 'jvm-dump');
  assert.deepEqual(imported.model.threads.map(({ name }) => name).toSorted(), ['VM Thread', 'main', 'old', 'virtual', 'worker']);
  for (const name of ['main', 'old', 'virtual', 'worker']) assert.equal(imported.stacks(name).length, 1, name);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});
