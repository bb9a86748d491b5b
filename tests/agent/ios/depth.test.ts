import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../../core/session/model/model.ts';
import { AgentOnShop } from '../../demo-app/iphone/agent-on-shop.ts';

/** category_tree.c: `flatten` calls itself so often, and `sort_leaf` at last. */
const DEEP = 600;

test('a stack that is deeper than is asked for keeps its innermost frames and counts as cut, and is whole when more are asked for', {
  timeout: 600_000,
}, async () => {
  await using agent = await AgentOnShop.start('simulator-x86_64');
  const { host, shop } = agent;
  const main = await agent.main();
  const seenAt = async (depth: number): Promise<readonly string[]> => {
    await host.settings({ intervalUs: 5_000, depth });
    return shop.lagDuring('deep', async (askedUs) => {
      const { node } = await host.until(
        'sample',
        (each) => each.thread === main && each.atUs > askedUs && agent.functionsIn(each.node)[0] === 'sort_leaf',
      );
      return agent.functionsIn(node);
    });
  };
  const cutStacks = (): number => {
    const model = new SessionModel();
    for (const message of host.messages) model.apply(message);
    return model.runs[0]?.cutStacks ?? 0;
  };
  assert.deepEqual(await seenAt(512), ['sort_leaf', ...Array<string>(511).fill('flatten')]);
  const cut = cutStacks();
  assert.ok(cut > 0);
  const whole = await seenAt(1024);
  assert.deepEqual(whole.slice(0, DEEP + 3), ['sort_leaf', ...Array<string>(DEEP).fill('flatten'), 'act', 'visitor_open']);
  assert.equal(whole.at(-1), 'main');
  assert.equal(cutStacks(), cut);
});
