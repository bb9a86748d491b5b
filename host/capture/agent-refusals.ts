import { LaglensError } from '../../core/errors.ts';
import { phrase } from '../../core/text/phrase.ts';
import { type Message, PROTOCOL_VERSION } from '../../core/wire/schema.ts';

/** Undefined for a hello of this protocol version. */
export function verdict(first: Message): LaglensError | undefined {
  if (first.type === 'refused') return refused(first);
  if (first.type !== 'hello') return damaged(`It began with “${first.type}” instead of its hello.`);
  return first.protocol === PROTOCOL_VERSION
    ? undefined
    : otherVersion(phrase`It speaks version ${first.protocol}, this Laglens ${PROTOCOL_VERSION}.`);
}

export function refused({ code, text }: Message<'refused'>): LaglensError {
  return code === 1 ? busy() : otherVersion(text);
}

function busy(): LaglensError {
  return new LaglensError({
    code: 'agent-busy',
    message: phrase`The app is being captured already, from another window or another computer.`,
    next: phrase`Stop the other capture, or go on there.`,
    action: 'retry',
  });
}

function otherVersion(text: string): LaglensError {
  return new LaglensError({
    code: 'agent-version',
    message: phrase`The agent in the app belongs to another version of Laglens. ${text}`,
    next: phrase`Restart the app, then start the capture again.`,
    action: 'retry',
    output: text,
  });
}

/** Agents older than the handshake close at once; so does an app that ends. */
export function tooOld(why: string): LaglensError {
  return new LaglensError({
    code: 'agent-old',
    message: phrase`The agent in the app closed the connection without an answer${inBrackets(why)}: it is older than this Laglens, or the app ended.`,
    next: phrase`If you build the agent into the app, rebuild the app with the agent of this version (docs/ios.md). Otherwise restart the app and start the capture again.`,
    action: 'retry',
  });
}

/** Another program may have the port. It learned no secret. */
export function wrongProof(): LaglensError {
  return new LaglensError({
    code: 'agent-token',
    message: phrase`The program that answers in the agent’s place does not know this capture’s token: another program has taken its port, or the agent was given another token.`,
    next: phrase`Start the capture again; it gives the agent a new token.`,
    action: 'retry',
  });
}

/** The agent knew the token but closed. */
export function leftEarly(why: string): LaglensError {
  return new LaglensError({
    code: 'connect-failed',
    message: phrase`The agent closed the connection before its hello${inBrackets(why)}; the app may have ended.`,
    next: phrase`Start the capture again; if the app ended, start it first.`,
    action: 'retry',
  });
}

export function damaged(text: string): LaglensError {
  return new LaglensError({
    code: 'stream-damaged',
    message: phrase`What arrived from the app is no Laglens stream. ${text}`,
    next: phrase`Restart the app and start the capture again; if it happens again, send the report of Troubleshoot Connection.`,
    action: 'diagnose',
    output: text,
  });
}

export function silent(timeoutMs: number): LaglensError {
  return new LaglensError({
    code: 'hello-silent',
    message: phrase`The agent's socket is open, but it did not answer within ${timeoutMs / 1000} s.`,
    next: phrase`The app may be frozen by the system or stopped in a debugger: bring it to the front, let it go on, and try again.`,
    action: 'retry',
  });
}

export function streamDamaged(why: string): LaglensError {
  return new LaglensError({
    code: 'stream-damaged',
    message: phrase`What arrives from the app is damaged again and again: ${why}`,
    next: phrase`The session up to here is kept. Restart the app and start the capture again; if it happens again, send the report of Troubleshoot Connection.`,
    action: 'diagnose',
    output: why,
  });
}

function inBrackets(why: string): string {
  return why === '' ? '' : phrase` (${why})`;
}
