import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { AdbFailure } from '../../../../host/devices/android/adb/adbkit.ts';
import type { Phone } from '../../../../host/devices/android/adb/android-phone.ts';
import { commandLine } from '../../../../host/devices/android/adb/quote.ts';
import type { AdbServer } from '../../../../host/devices/android/adb/server.ts';
import { timeoutSignal, withLimit } from '../../../../host/time-limits.ts';
import { refusedInstall } from './refused-install.ts';

/** The newest build replaces any other: `-d`, as an older Laglens may follow a newer one. `-t`, as for builds from an IDE. */
const OPTIONS = ['-r', '-t', '-d'] as const;
const ON_PHONE = '/data/local/tmp/laglens-sample.apk';
/** A vendor's question on the screen, or a scan of the APK, takes its time. */
const INSTALL_MS = 120_000;
const REMOVE_MS = 5_000;
const MOST_ANSWER_BYTES = 65_536;

/**
 * As adb installs since Android 7: the bytes follow the command. Where the phone does not know that, by a copy.
 * @throws LaglensError `install-failed` with the phone's words and the next step
 */
export async function installSample(server: AdbServer, phone: Phone, apk: string, signal: AbortSignal): Promise<'streamed' | 'pushed'> {
  const limit = { ms: INSTALL_MS, what: 'Installing the sample app', next: 'See whether the phone’s screen has a question.' };
  let isCopied = false;
  try {
    return await withLimit(limit, signal, async (within) => {
      const answer = await streamed(server, phone.serial, await readFile(apk), within);
      if (isSuccess(answer)) return 'streamed';
      if (isRefusal(answer)) throw refusedInstall(answer);
      isCopied = true;
      const second = await pushed(phone, apk, within);
      if (isSuccess(second)) return 'pushed';
      throw refusedInstall(second);
    });
  } finally {
    // By a signal of its own, as it follows an abort, too.
    if (isCopied) await phone.run(commandLine('rm', '-f', ON_PHONE), timeoutSignal(REMOVE_MS)).catch(() => undefined);
  }
}

function isSuccess(answer: string): boolean {
  return /^Success\s*$/m.test(answer);
}

/** The package manager judged the APK. */
function isRefusal(answer: string): boolean {
  return /^Failure \[/m.test(answer);
}

/** @returns the phone's words. The command ends after so many bytes, as closing the stream would break its answer. */
async function streamed(server: AdbServer, serial: string, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  const command = commandLine('cmd', 'package', 'install', ...OPTIONS, '-S', String(bytes.length));
  let answer = '';
  try {
    const stream = addAbortSignal(signal, await server.device(serial, `exec:${command}`, signal));
    stream.write(bytes);
    for await (const piece of stream) {
      answer += String(piece);
      if (answer.length > MOST_ANSWER_BYTES) stream.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    // A broken stream is no answer; the copy reports a lost device.
    if (!(error instanceof AdbFailure || (error instanceof Error && 'code' in error && /^E(PIPE|CONNRESET)$/.test(String(error.code)))))
      throw error;
  }
  return answer;
}

async function pushed(phone: Phone, apk: string, signal: AbortSignal): Promise<string> {
  await phone.push(apk, ON_PHONE, signal);
  const { stdout, stderr } = await phone.run(commandLine('pm', 'install', ...OPTIONS, ON_PHONE), signal);
  return `${stdout}\n${stderr}`.trim();
}
