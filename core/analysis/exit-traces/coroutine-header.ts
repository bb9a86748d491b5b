import type { ThreadHeader } from './thread-headers.ts';

/** `Coroutine "load#2":StandaloneCoroutine{Active}@511baa65, state: SUSPENDED` of DebugProbes (DebugProbesImpl.kt). */
const COROUTINE = /^Coroutine (.{1,1000}), state: (.{1,200})$/;
/** A job of IntelliJ's dumps: `- "load":StandaloneCoroutine{Active}@5aa65, state: SUSPENDED [Dispatchers.Default]`, `-[x2 of] …` for two alike. */
const JOB = /^-(?:\[x(\d{1,9}) of\])? (.{1,2000})$/;
const JOB_STATE = ', state: ';

/** The first line of a coroutine in a dump of DebugProbes. @param text without blanks around it */
export function coroutineHeader(text: string): ThreadHeader | undefined {
  if (!text.startsWith('Coroutine ')) return undefined;
  const [, coroutine, state = ''] = COROUTINE.exec(text) ?? [];
  return coroutine === undefined ? undefined : header(coroutine, state, '');
}

/** The line of a coroutine in IntelliJ's tree of jobs; undefined for other lines, `job` for one without a state, which has no stack. */
export function jobHeader(text: string): ThreadHeader | 'job' | undefined {
  const [, alike, job = ''] = JOB.exec(text) ?? [];
  if (job === '') return undefined;
  const at = job.lastIndexOf(JOB_STATE);
  if (at < 0) return 'job';
  const [state = '', ...context] = job.slice(at + JOB_STATE.length).split(' [');
  const named = header(job.slice(0, at), state, context.join(' [').replace(/\]$/, ''));
  return alike === undefined ? named : { ...named, name: `${named.name} (${alike} alike)` };
}

/** `"load "cart"#2":StandaloneCoroutine{Active}@511baa65` -> its name, else its job's class and number. */
function header(coroutine: string, status: string, context: string): ThreadHeader {
  const end = coroutine.startsWith('"') ? coroutine.lastIndexOf('":') : -1;
  const name = end > 0 ? coroutine.slice(1, end) : coroutine;
  return { name, number: 0, tid: 0, status, kind: 'coroutine', group: context };
}
