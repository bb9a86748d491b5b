import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
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
    throw wrongArguments(command, error instanceof Error ? error.message : String(error));
  }
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
