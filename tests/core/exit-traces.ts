import type { Message } from '../../core/wire/schema.ts';

/** Of `fixtures/field-reports/anr-trace.ts`. */
export const TRACE_SENTENCE =
  'In Android’s trace of the ANR, main was in a deadlock: it waited for com.example.Store in Cart.total (Cart.java:88); db worker held it in Store.write (Store.kt:41).';

/** A whole trace in one message. @param hello of the run that reads it @param atUs end of the process in session time that begins at 5 s */
export function exitTrace(hello: Message<'hello'>, pid: number, atUs: number, text: string): Message<'exitTrace'> {
  const wallUs = hello.wallUs + atUs - (hello.monoUs - 5_000_000);
  return { type: 'exitTrace', atUs: hello.monoUs + 1_000, wallUs, pid, reason: 6, from: 0, rest: 0, text };
}
