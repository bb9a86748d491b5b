import { writeFile } from 'node:fs/promises';
import type { Spoken } from '../spoken.ts';
import type { Setup } from '../xcode.ts';

/** Text for people, result for `--json-output`. */
export type Outcome = { readonly result: object; readonly text: string } | { readonly error: DeviceError };

export interface DeviceError {
  readonly domain: string;
  readonly code: number;
  readonly description: string;
  readonly reason?: string;
  readonly recovery?: string;
  readonly because?: DeviceError;
}

export const CORE_DEVICE = 'com.apple.dt.CoreDeviceError';

/** First number of a version. */
export function majorOf(version: string): number {
  return Number(version.split('.')[0]);
}

/** devicectl's `version`, and its JSON's, by Xcode. */
function versionsOf({ version }: Setup): { readonly version: string; readonly jsonVersion: number } {
  const major = majorOf(version);
  if (major >= 27) return { version: '642.0.1', jsonVersion: 5 };
  if (major >= 26) return { version: '477.23', jsonVersion: 3 };
  return major >= 16 ? { version: '397.21', jsonVersion: 2 } : { version: '355.7.7', jsonVersion: 2 };
}

/** Prints text, and JSON to `--json-output`'s file. */
export async function speak(
  command: string,
  args: readonly string[],
  output: string | undefined,
  setup: Setup,
  outcome: Outcome,
): Promise<Spoken> {
  const { version, jsonVersion } = versionsOf(setup);
  const isFailed = 'error' in outcome;
  const info = {
    arguments: ['devicectl', ...args],
    commandType: `devicectl.${command}`,
    environment: { TERM: 'xterm-256color' },
    jsonVersion,
    outcome: isFailed ? 'failed' : 'success',
    version,
  };
  const json = `${JSON.stringify(isFailed ? { error: inJson(outcome.error), info } : { info, result: outcome.result }, undefined, 2)}\n`;
  if (output !== undefined && output !== '-') await writeFile(output, json);
  const stdout = output === '-' ? json : isFailed ? '' : `${outcome.text}\n`;
  return isFailed ? { stdout, stderr: `ERROR: ${inWords(outcome.error, '')}`, code: 1 } : { stdout };
}

function inJson({ code, domain, description, reason, recovery, because }: DeviceError): object {
  const texts = { NSLocalizedDescription: description, NSLocalizedFailureReason: reason, NSLocalizedRecoverySuggestion: recovery };
  const userInfo = Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, { string: text }]])),
  );
  return { code, domain, userInfo: because === undefined ? userInfo : { ...userInfo, NSUnderlyingError: { error: inJson(because) } } };
}

function inWords({ code, domain, description, reason, recovery, because }: DeviceError, indent: string): string {
  const details = [reason && `NSLocalizedFailureReason = ${reason}`, recovery && `NSLocalizedRecoverySuggestion = ${recovery}`];
  return [
    `${indent}${description} (${domain} error ${code} (0x${code.toString(16)}))\n`,
    ...details.filter((each) => each !== undefined).map((each) => `       ${each}\n`),
    ...(because === undefined ? [] : ['       ----------------------------------------\n', inWords(because, '       ')]),
  ].join('');
}
