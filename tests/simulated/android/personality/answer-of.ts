import { Call, captured, type Program } from '../shell/shell-session.ts';
import type { EditedAnswer, Personality, ProgramAnswer } from './personality.ts';

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

/** @param own the program of the phone itself */
export async function give(answer: ProgramAnswer, call: Call, own: Program | undefined): Promise<number> {
  if ('find' in answer) return own === undefined ? 127 : edited(answer, call, own);
  const { stdout = '', stderr = '', code = 0 } = answer;
  if (stdout !== '') await call.stdout.write(Buffer.from(stdout));
  if (stderr !== '') await call.stderr.write(Buffer.from(stderr));
  return code;
}

async function edited({ find, replacement }: EditedAnswer, call: Call, own: Program): Promise<number> {
  let code = 0;
  const { stdin, stderr, session } = call;
  const output = await captured(async (stdout) => {
    code = await own(new Call([call.name, ...call.args], { stdin, stdout, stderr }, session));
  });
  await call.stdout.write(Buffer.from(output.replace(find, replacement)));
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
