import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDemoApp } from '../demo-app/launch.ts';
import { killEditor } from '../soak/editor-kill.ts';
import { inVsCode } from './harness/vscode.ts';
import { withoutPhones } from './harness/without-phones.ts';

test('three recordings whose extension host was killed open at once, without a question, and lack at most their last second', async (t) => {
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  await inVsCode(t, { workspace: demo.workspace, settings: await withoutPhones(t) }, async (vscode) => {
    for (const afterMs of [700, 1_900, 3_300]) {
      const { lostMs } = await killEditor({ ...vscode, pid: demo.pid, afterMs });
      t.diagnostic(`killed after ${afterMs} ms: ${Math.round(lostMs)} ms lost`);
      assert.ok(lostMs <= 1_000, `${lostMs} ms lost`);
    }
  });
});
