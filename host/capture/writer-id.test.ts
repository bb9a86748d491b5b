import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, it } from 'node:test';
import { journalPath, parseJournalName } from './journal-name.ts';
import { stateOfWriter, thisWriter } from './writer-id.ts';

describe('who writes a journal', () => {
  it('is read back from its name, which holds no computer’s name', async () => {
    const me = await thisWriter();
    const path = journalPath('/sessions/2026-11-22_10-00-00_com.example.shop.laglens', me, 3);
    assert.deepEqual(parseJournalName(path), {
      becomes: '2026-11-22_10-00-00_com.example.shop.laglens',
      writer: me,
      isClaimed: false,
    });
    assert.ok(!path.includes(hostname()));
    assert.equal(me.boot, readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8));
  });

  it('runs as long as its process does, and has ended as soon as that has', async () => {
    const me = await thisWriter();
    assert.equal(await stateOfWriter(me, me), 'running');
    const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const start = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(' ')[21] ?? '';
    const writer = { ...me, pid: child.pid ?? 0, start };
    assert.equal(await stateOfWriter(writer, me), 'running');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    assert.equal(await stateOfWriter(writer, me), 'ended');
  });

  it('has ended when nobody asked for its exit code yet', async () => {
    const me = await thisWriter();
    // The shell becomes a program that never waits for the child that it had.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [said] = await once(parent.stdout, 'data');
      const pid = Number(String(said));
      const stat = (): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ');
      while (stat()[2] !== 'Z') await new Promise((resolve) => setImmediate(resolve));
      assert.equal(await stateOfWriter({ ...me, pid, start: stat()[21] ?? '' }, me), 'ended');
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('is unknown on other computers and where start times are', async () => {
    const me = await thisWriter();
    for (const other of [{ host: 'ffffffff' }, { boot: 'ffffffff' }, { namespace: '7' }, { start: '0' }]) {
      assert.equal(await stateOfWriter({ ...me, ...other }, me), 'unknown');
    }
  });

  it('is of the same boot where that is computed from two clocks, which differ a little', async () => {
    const me = { ...(await thisWriter()), boot: 't1700000000' };
    assert.equal(await stateOfWriter({ ...me, boot: 't1700000030' }, me), 'running');
    assert.equal(await stateOfWriter({ ...me, boot: 't1700000090' }, me), 'unknown');
  });
});
