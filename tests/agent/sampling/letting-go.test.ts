import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { frameOf } from '../../../core/analysis/frames/frame.ts';
import { lifePhase } from '../../../core/session/columns/run-columns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { processMessage } from '../../core/sample-stream.ts';
import { Program } from '../program.ts';
import { compileWithMock } from '../sanitized.ts';
import { Host } from '../test-host.ts';

/** Main’s wait goes on after the release, without an owner: longer than the agent takes to ask again, and again. */
const AFTER_US = 500_000;

suite('an owner that lets go while it is walked', { timeout: 300_000 }, () => {
  let folder: string;
  let mock: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-letting-go-'));
    mock = await compileWithMock('letting-go', folder);
  });
  after(() => rm(folder, { recursive: true }));

  /** Main’s owner at its last report: `holder in METHOD`. An agent that was stopped meanwhile forgets, rightly, and is run once more. */
  async function ownerAfter(walks: number): Promise<string> {
    for (;;) {
      const owner = await ownerInOneWait(walks);
      if (owner !== undefined) return owner;
    }
  }

  /** Undefined where the program, or the agent on a busy computer, stood still. */
  async function ownerInOneWait(walks: number): Promise<string | undefined> {
    await using program = await Program.run([folder, String(walks)], mock);
    using host = await Host.connect(join(folder, `laglens-${program.pid}-1.sock`));
    await host.until('waitOwner', () => host.all('waitOwner').length >= walks);
    const [first] = host.all('waitOwner');
    await host.reached((first?.atUs ?? 0) + AFTER_US);
    if (host.all('lifecycle').some(({ phase }) => phase === lifePhase.stopped)) return undefined;
    const model = new SessionModel();
    model.apply(processMessage(0));
    for (const message of host.messages) model.apply(message);
    const { waits } = model.threads.find(({ name }) => name === 'main') ?? {};
    assert.ok(waits !== undefined && waits.length === 1);
    const node = waits.ownerNode[0] ?? 0;
    return `${model.threads[waits.owner[0] ?? -1]?.name} in ${node === 0 ? '?' : frameOf(model, node).method}`;
  }

  test('keeps the stack in which it was seen to hold the monitor', async () => {
    assert.equal(await ownerAfter(3), 'holder in holds');
  });

  test('has no stack without an earlier one', async () => {
    assert.equal(await ownerAfter(1), 'holder in ?');
  });
});
