import { resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { DEFAULT_THRESHOLD_US } from '../core/analysis/lags/lag.ts';
import type { ReadingChoices } from '../host/foreign-reader.ts';
import type { Terminal } from './terminal.ts';
import { type CommandName, wrongArguments } from './usage.ts';

export const deviceOptions = {
  adb: { type: 'string' },
  'adb-server': { type: 'string' },
  xcrun: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/**
 * Parses strictly.
 * @throws LaglensError `usage` for an unknown or incomplete argument
 */
export function parseArguments<T extends ParseArgsOptionsConfig>(command: CommandName, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrongArguments(command, refusal(command, error));
  }
}

/** Node's sentence about an unknown option goes on with advice about files whose names begin with a hyphen. */
function refusal(command: CommandName, error: unknown): string {
  const sentence = error instanceof Error ? error.message : String(error);
  const [, option] = /^Unknown option '([^']*)'/.exec(sentence) ?? [];
  return option === undefined ? sentence : `“${option}” is no option of laglens ${command}.`;
}

/** A number within bounds; `fallback` when none was given. */
export function numberArgument(
  command: CommandName,
  name: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw wrongArguments(command, `--${name} must be a number from ${least} to ${most}, not “${text}”.`);
  }
  return value;
}

/** `100ms`, `0.5s`, or a number of milliseconds. */
export function thresholdArgument(command: CommandName, text: string | undefined): number {
  if (text === undefined) return DEFAULT_THRESHOLD_US;
  const [, number, unit = 'ms'] = /^(\d+(?:\.\d+)?)\s*(ms|s)?$/.exec(text) ?? [];
  const thresholdUs = Number(number) * (unit === 's' ? 1e6 : 1e3);
  if (!(thresholdUs >= 1_000 && thresholdUs <= 600e6)) {
    throw wrongArguments(command, `--threshold is a time from 1ms to 600s, such as 100ms or 0.5s, not “${text}”.`);
  }
  return thresholdUs;
}

/** The map of a profile's JavaScript. */
export function sourceMapChoice(path: string | undefined, { folder }: Terminal): ReadingChoices {
  return { sourceMap: path === undefined ? undefined : resolve(folder, path) };
}
