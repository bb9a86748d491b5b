import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../core/sample-stream.ts';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { killEditor, momentOfKill } from '../../soak/editor-kill.ts';
import { inVsCode } from '../harness/vscode.ts';
import { withoutPhones } from '../harness/without-phones.ts';

const SEED = 20_261_122;
const KILLS = 3;

test('three recordings whose extension host was killed open at once, without a question, and lack at most their last second', async (t) => {
  const random = seededRandom(SEED);
  t.diagnostic(`seed ${SEED}`);
  const demo = await startDemoApp({ android: '14', runtime: 'jvm' });
  t.after(() => demo.stop());
  await inVsCode(t, { workspace: demo.workspace, settings: await withoutPhones(t) }, async (vscode) => {
    for (let done = 0; done < KILLS; done++) {
      const afterMs = momentOfKill(random);
      const { lostMs } = await killEditor({ ...vscode, pid: demo.pid, afterMs });
      t.diagnostic(`killed after ${afterMs} ms: ${Math.round(lostMs)} ms lost`);
      assert.ok(lostMs <= 1_000, `${lostMs} ms lost`);
    }
  });
});
