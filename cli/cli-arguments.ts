import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type CommandName, wrongArguments } from './usage.ts';

/** What every command that reaches devices takes. */
export const deviceOptions = {
  adb: { type: 'string' },
  'adb-server': { type: 'string' },
  xcrun: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Parses strictly; an unknown or incomplete argument is a `LaglensError` `usage` that shows how it should be. */
export function parseArguments<T extends ParseArgsOptionsConfig>(command: CommandName, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrongArguments(command, error instanceof Error ? error.message : String(error));
  }
}

/** A number within bounds, from text; `fallback` when it was not given. */
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
