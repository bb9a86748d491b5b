import { join } from 'node:path';
import { randomName } from '../../../../host/devices/agent-options.ts';
import { commandLine, quote } from '../../../../host/devices/android/adb/quote.ts';
import { withPrivateTempFolder } from '../../../../host/devices/private-temp-folder.ts';
import { replaceOwnFile } from '../../../../host/own-file.ts';
import { timeoutSignal } from '../../../../host/time-limits.ts';
import type { shellFacts } from '../../core/facts/android/shell-facts.ts';
import { knownWords, outline } from '../../core/report/cleaned.ts';
import { type Probes, Untried } from '../asking/probe.ts';
import { adbFeatures } from './adb-features.ts';
import { type AskedPhone, featuresOf, outputOf } from './asked-phone.ts';

const REMOVE_MS = 5_000;
const difficult = `a'b "c" $HOME \\ * ; | & é`;

export const shellProbes: Probes<keyof typeof shellFacts, AskedPhone> = {
  'android.adb.shell-protocol': async (asked) => ({ features: knownWords(await featuresOf(asked), adbFeatures) }),
  'android.adb.absent-socket': async ({ phone, signal }) => {
    const socket = await phone.socket(`laglens-0-${randomName()}`, signal);
    socket?.destroy();
    return { answered: socket !== undefined };
  },
  'android.adb.push': push,
  'android.shell.exit-code': async ({ run }) => ({ exit: (await run('exit 7')).code }),
  'android.shell.two-streams': async ({ run }) => {
    const { stdout, stderr } = await run('echo one; echo two >&2');
    return { output: stdout === 'one\n', errors: stderr === 'two\n' };
  },
  'android.shell.quotes': async ({ run }) => ({ same: (await run(`printf %s ${quote(difficult)}`)).stdout === difficult }),
  'android.shell.user': async (asked) => ({ uid: Number((await outputOf(asked, 'id -u')).trim() || Number.NaN) || 0 }),
  'android.shell.temporary-folder': async ({ run }) => ({ exit: (await run('[ -d /data/local/tmp ] && [ -w /data/local/tmp ]')).code }),
  'android.shell.grep': async ({ run }) => {
    const { stdout } = await run(
      [
        `printf 'a1\\nb2\\n' | grep -E '^(b|c)'`,
        `printf 'a.1\\nab1\\n' | grep -F 'a.1'`,
        `printf 'a1\\n' | grep -q . && echo quiet`,
        `printf 'a1\\na2\\n' | grep -m 1 -E a`,
        `printf 'a1b22\\n' | grep -aoE 'b[0-9]+'`,
      ].join('; echo -; '),
    );
    const [extended, fixed, quiet, first, only] = stdout.split('-\n').map((part) => part.trim());
    return { extended: extended === 'b2', fixed: fixed === 'a.1', quiet: quiet === 'quiet', first: first === 'a1', only: only === 'b22' };
  },
  'android.shell.find': async (asked) => {
    const { stderr, code } = await asked.run("find /data/local/tmp -name 'laglens-*' -mmin +2 -exec echo {} +");
    if (code === 127) throw new Untried('not-there');
    return { exit: code, silent: stderr.trim() === '', lines: outline(stderr, 'find name mmin exec data local tmp', 2) };
  },
  'android.shell.test': async ({ run }) => ({
    there: (await run('[ -d / ]')).code === 0,
    absent: (await run('[ -d /laglens-absent ]')).code === 0,
  }),
  'android.date.zone': async (asked) => ({ lines: outline(await outputOf(asked, 'date +%z'), '', 2) }),
  'android.date.seconds': async (asked) => ({ lines: outline(await outputOf(asked, 'date +%s'), '', 2) }),
  'android.power.saver': async ({ run }) => {
    const { stdout, code } = await run('settings get global low_power');
    return { exit: code, lines: outline(stdout, '', 2) };
  },
  'android.power.battery': async (asked) => {
    const lines = (await outputOf(asked, 'dumpsys battery')).split('\n').filter((line) => /^ *(?:level|scale):/.test(line));
    return { lines: outline(lines.join('\n'), 'level scale') };
  },
};

/** Leaves no file, here and there. */
async function push({ phone, signal, run }: AskedPhone) {
  const to = `/data/local/tmp/laglens-${randomName()}.txt`;
  try {
    await withPrivateTempFolder('laglens-verify-', async (folder) => {
      const from = join(folder, 'one.txt');
      await replaceOwnFile(from, 'laglens');
      await phone.push(from, to, signal);
    });
    const arrived = (await run(commandLine('cat', to))).stdout === 'laglens';
    await run(commandLine('rm', '-f', to));
    return { arrived, removed: (await run(`[ -e ${to} ]`)).code !== 0 };
  } finally {
    await phone.run(commandLine('rm', '-f', to), timeoutSignal(REMOVE_MS)).catch(() => undefined);
  }
}
