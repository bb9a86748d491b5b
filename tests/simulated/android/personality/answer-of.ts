import { Call, captured, type Program } from '../shell/shell-session.ts';
import type { Calls, EditedAnswer, FixedAnswer, Personality } from './personality.ts';

const SERVICES: Readonly<Record<string, string>> = { activity: 'am', package: 'pm' };

/** The personality's answer to a call, if it has one. Nothing of it is run. @param own the program of the phone itself */
export function answerOf({ answers = [] }: Personality, call: Call, own: Program | undefined): (() => Promise<number>) | undefined {
  const fitting = answers.filter((answer) => fits(answer, call));
  const fixed = fitting.find((answer): answer is FixedAnswer => !('find' in answer));
  if (fixed !== undefined) return () => print(fixed, call);
  const edits = fitting.filter((answer): answer is EditedAnswer => 'find' in answer);
  return edits.length === 0 || own === undefined ? undefined : () => edited(edits, call, own);
}

export function isMissing({ missing }: Personality, call: Call): boolean {
  return missing?.includes(programName(call.name)) === true;
}

/** Without its folder. */
export function programName(name: string): string {
  return name.replace(/^\/(system\/(x?bin)|vendor\/bin)\//, '');
}

async function print({ stdout = '', stderr = '', code = 0 }: FixedAnswer, call: Call): Promise<number> {
  if (stdout !== '') await call.stdout.write(Buffer.from(stdout));
  if (stderr !== '') await call.stderr.write(Buffer.from(stderr));
  return code;
}

async function edited(edits: readonly EditedAnswer[], call: Call, own: Program): Promise<number> {
  let code = 0;
  const { stdin, stderr, session } = call;
  const output = await captured(async (stdout) => {
    code = await own(new Call([call.name, ...call.args], { stdin, stdout, stderr }, session));
  });
  const text = edits.reduce((before, { find, replacement }) => before.replace(find, replacement), output);
  await call.stdout.write(Buffer.from(text));
  return code;
}

function fits({ program, by, words = [], without = [] }: Calls, call: Call): boolean {
  const name = programName(call.name);
  const service = name === 'cmd' ? SERVICES[call.args[0] ?? ''] : undefined;
  if (program !== (service ?? name) || (by !== undefined && call.actor.domain !== by)) return false;
  const args = service === undefined ? call.args : call.args.slice(1);
  if (without.some((word) => args.includes(word))) return false;
  return words.length === 0 || args.some((_arg, begin) => words.every((word, index) => isWord(word, args[begin + index])));
}

function isWord(word: string | RegExp, arg: string | undefined): boolean {
  return arg !== undefined && (typeof word === 'string' ? word === arg : word.test(arg));
}
