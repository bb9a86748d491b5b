import type { Call } from '../shell/shell-session.ts';
import type { Personality, ProgramAnswer } from './personality.ts';

const SERVICES: Readonly<Record<string, string>> = { activity: 'am', package: 'pm' };

/** The personality's answer to a call, if it has one. Nothing of it is run. */
export function answerOf(personality: Personality, call: Call): ProgramAnswer | undefined {
  const name = programName(call.name);
  const service = name === 'cmd' ? SERVICES[call.args[0] ?? ''] : undefined;
  const args = service === undefined ? call.args : call.args.slice(1);
  return personality.answers?.find((answer) => answer.program === (service ?? name) && fits(answer, args));
}

export function isMissing(personality: Personality, call: Call): boolean {
  return personality.missing?.includes(programName(call.name)) === true;
}

export async function give({ stdout = '', stderr = '', code = 0 }: ProgramAnswer, call: Call): Promise<number> {
  if (stdout !== '') await call.stdout.write(Buffer.from(stdout));
  if (stderr !== '') await call.stderr.write(Buffer.from(stderr));
  return code;
}

/** Without its folder. */
export function programName(name: string): string {
  return name.replace(/^\/(system\/(x?bin)|vendor\/bin)\//, '');
}

function fits({ words = [], without = [] }: ProgramAnswer, args: readonly string[]): boolean {
  if (without.some((word) => args.includes(word))) return false;
  return args.some((_arg, begin) => words.every((word, index) => args[begin + index] === word)) || words.length === 0;
}
