import { runAs } from '../../../../host/devices/android/adb/android-phone.ts';
import { commandLine } from '../../../../host/devices/android/adb/quote.ts';
import { saysError } from '../../../../host/devices/android/android-refusals.ts';
import { packagesCommand, parsePackages } from '../../../../host/devices/android/installed-packages.ts';
import { MAIN_ACTION } from '../../../../host/devices/android/launchers.ts';
import type { packageFacts } from '../../core/facts/android/package-facts.ts';
import { outline } from '../../core/report/cleaned.ts';
import { type Probes, Untried } from '../asking/probe.ts';
import { type AskedPhone, appOf, outputOf } from './asked-phone.ts';

const LAUNCHER = 'android.intent.category.LAUNCHER';
const ABSENT_APP = 'dev.laglens.absent';
const runAsWords = 'is not debuggable unknown package application couldn stat setuid setgid pwd exec';
const query = ['cmd', 'package', 'query-activities', '--brief', '--user'];

export const packageProbes: Probes<keyof typeof packageFacts, AskedPhone> = {
  'android.packages.dump': async (asked) => {
    const output = await outputOf(asked, packagesCommand());
    const words =
      'Package userId appId versionCode versionName minSdk targetSdk primaryCpuAbi flags pkgFlags lastUpdateTime User installed';
    return { parsed: parsePackages(output).filter(({ name }) => name !== '').length, lines: outline(output, words, 9) };
  },
  'android.packages.app-ids': counting('withId', (block) => /^ {4}(?:userId|appId)=\d+/m.test(block)),
  'android.packages.flags': counting('withFlags', (block) => /^ {4}(?:pkgFlags|flags)=\[/m.test(block)),
  'android.packages.versions': counting('withVersion', (block) => /^ {4}versionCode=\d+/m.test(block)),
  'android.packages.update-times': counting('withUpdate', (block) => /^ {4}lastUpdateTime=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/m.test(block)),
  'android.packages.abis': counting('withAbi', (block) => /^ {4}primaryCpuAbi=(?:null|[\w-]+)\s*$/m.test(block)),
  'android.packages.users': counting('withUsers', (block) => /^ {4}User \d+:.*\binstalled=(?:true|false)/m.test(block)),
  'android.packages.user-ids': async (asked) => {
    const output = await outputOf(asked, 'cmd package list packages -U --user "$(am get-current-user)"');
    return { lines: outline(output, 'package uid') };
  },
  'android.packages.no-activity': async (asked) => {
    const { stdout, stderr, code } = await asked.run(commandLine(...query, '0', '-a', MAIN_ACTION, '-c', LAUNCHER, ABSENT_APP));
    const components = stdout.split('\n').filter((line) => /^\s*[\w.]+\/[\w.$]+\s*$/.test(line)).length;
    return { exit: code, error: saysError(stdout + stderr), components, lines: outline(stdout, 'activities activity', 2) };
  },
  'android.packages.one': async (asked) => {
    const { name, user } = appOf(asked);
    const found = parsePackages(await outputOf(asked, packagesCommand(name))).find((each) => each.name === name);
    return { found: found !== undefined, debuggable: found?.isDebuggable === true, installed: found?.users.includes(user) === true };
  },
  'android.packages.launcher': async (asked) => {
    const { name, user } = appOf(asked);
    const command = commandLine(...query, String(user), '-a', MAIN_ACTION, '-c', LAUNCHER, name);
    const { stdout, code } = await asked.run(command);
    const components = stdout.split('\n').filter((line) => line.trim().startsWith(`${name}/`)).length;
    return { exit: code, components, lines: outline(stdout, 'activities found priority preferredOrder match specificIndex isDefault') };
  },
  'android.run-as.debuggable': async (asked) => {
    const app = appOf(asked);
    const { stdout, stderr, code } = await asked.run(runAs(app, 'id -u'));
    return { same: stdout.trim() === String(app.uid), exit: code, lines: outline(stderr, runAsWords, 2) };
  },
  'android.run-as.user': async (asked) => {
    const app = appOf(asked);
    const { stdout, stderr, code } = await asked.run(commandLine('run-as', app.name, '--user', String(app.user), 'id', '-u'));
    return { same: stdout.trim() === String(app.uid), exit: code, lines: outline(stderr, runAsWords, 2) };
  },
  'android.run-as.folder': async (asked) => {
    const app = appOf(asked);
    const { stdout, stderr } = await asked.run(runAs(app, 'pwd'));
    const folder = stdout.trim();
    return {
      absolute: folder.startsWith('/'),
      named: folder.endsWith(`/${app.name}`),
      lines: outline(stdout + stderr, `${runAsWords} data user user_de mnt expand`, 2),
    };
  },
  'android.run-as.writable': async (asked) => ({ exit: (await asked.run(runAs(appOf(asked), '[ -w . ]'))).code }),
  'android.run-as.pipe': async (asked) => {
    const sent = `printf 'a\\001b\\377c'`;
    const [here, there] = [
      await asked.run(`${sent} | od -An -tx1`),
      await asked.run(`${sent} | ${runAs(appOf(asked), 'cat')} | od -An -tx1`),
    ];
    return { same: here.stdout !== '' && here.stdout === there.stdout };
  },
  'android.run-as.not-debuggable': async (asked) => {
    if (asked.closedApp === undefined) throw new Untried('no-record');
    return refused(asked, asked.closedApp, /not debuggable/);
  },
  'android.run-as.unknown': (asked) => refused(asked, ABSENT_APP, /unknown package/),
};

async function refused({ run }: AskedPhone, app: string, words: RegExp) {
  const { stdout, stderr, code } = await run(commandLine('run-as', app, 'id', '-u'));
  return { refused: code !== 0, recognised: words.test(stdout + stderr), lines: outline(stderr, runAsWords, 2) };
}

/** Counts the blocks of the dump that have a line. */
function counting(key: string, has: (block: string) => boolean) {
  return async (asked: AskedPhone) => {
    const blocks = (await outputOf(asked, packagesCommand())).split(/^ {2}Package \[/m).slice(1);
    if (blocks.length === 0) throw new Untried('no-record');
    return { parsed: blocks.length, [key]: blocks.filter(has).length };
  };
}
