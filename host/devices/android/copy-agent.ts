import { LaglensError } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { timeoutSignal } from '../../time-limits.ts';
import { notDebuggable, notInstalled } from '../errors.ts';
import { type Phone, type PhoneApp, runAs } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';

export interface CopiedAgent {
  /** Path of the library as the app sees it. */
  readonly library: string;
  readonly hook: string;
  remove(signal: AbortSignal): Promise<void>;
}

interface AgentSource {
  readonly library: string;
  readonly hook: string;
  readonly rand: string;
}

/**
 * Copies the agent to the app's code_cache, the only place to load code from. adb's shell writes to /data/local/tmp,
 * and a pipe avoids vendors' read restrictions.
 */
export async function copyAgent(phone: Phone, app: PhoneApp, source: AgentSource, signal: AbortSignal): Promise<CopiedAgent> {
  const name = `laglens-${source.rand}`;
  const stops = [`/data/local/tmp/${name}.so`, `/data/local/tmp/${name}.jar`] as const;
  const [library, hook] = [`code_cache/${name}.so`, `code_cache/${name}.jar`];
  const remove = async (within: AbortSignal): Promise<void> => {
    await phone.run(runAs(app, commandLine('rm', '-f', library, hook)), within);
  };
  try {
    await phone.push(source.library, stops[0], signal);
    await phone.push(source.hook, stops[1], signal);
    const into = (file: string): string => runAs(app, `mkdir -p code_cache && cat > ${file} && chmod 500 ${file}`);
    // A killed capture's files; a running agent no longer needs them.
    const tidy = runAs(app, "find code_cache -name 'laglens-*' -mmin +2 -exec rm -f {} + 2>/dev/null; true");
    const copies = `${tidy} && cat ${stops[0]} | ${into(library)} && cat ${stops[1]} | ${into(hook)}`;
    // Adopted storage has another folder.
    const where = runAs(app, `pwd 2>/dev/null || echo /data/user/${app.user}/${app.name}`);
    const { stdout, stderr, code } = await phone.run(`${copies} && ${where}`, signal);
    const home = stdout.trim();
    if (code !== 0 || !home.startsWith('/')) throw copyFailed(app, `${stdout}${stderr}`);
    return { library: `${home}/${library}`, hook: `${home}/${hook}`, remove };
  } catch (error) {
    // Also after a cancel.
    await remove(timeoutSignal(3_000)).catch(() => undefined);
    throw error;
  } finally {
    await phone.run(commandLine('rm', '-f', ...stops), timeoutSignal(3_000)).catch(() => undefined);
  }
}

function copyFailed(app: PhoneApp, output: string): LaglensError {
  if (/not debuggable/.test(output)) return notDebuggable.android(app.name, output);
  if (/unknown package|couldn't stat/.test(output)) return notInstalled.androidUser(app.name, app.user, output);
  if (/no space left/i.test(output)) {
    return new LaglensError({
      code: 'device-full',
      message: phrase`The agent did not fit into the app’s folder: the device’s storage is full.`,
      next: phrase`Free some space on the device and try again.`,
      action: 'retry',
      output,
    });
  }
  return new LaglensError({
    code: 'run-as-failed',
    message: phrase`The device’s “run-as” did not let Laglens copy the agent into the folder of ${app.name}.`,
    next: phrase`Some vendors’ systems break it: update the system, or use an emulator or another device.`,
    output,
  });
}
