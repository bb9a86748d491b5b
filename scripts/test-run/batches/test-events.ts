import type { TestEvent } from 'node:test/reporters';

export type Result = Extract<TestEvent, { readonly type: 'test:pass' | 'test:fail' }>;

/** Events that reporters take in any order, for what runs now. */
export const isLive = ({ type }: TestEvent): boolean => type === 'test:dequeue' || type === 'test:complete';

export const isResult = (event: TestEvent): event is Result => event.type === 'test:pass' || event.type === 'test:fail';

export const isTest = (event: TestEvent): boolean => isResult(event) && event.data.details.type !== 'suite';

/** A failure of a test to do is none. */
export const isFailure = ({ type, data }: TestEvent): boolean => type === 'test:fail' && data.todo === undefined;

/** Node's name for the kind of a failure; undefined for a pass. */
export function failureType({ type, data }: Result): unknown {
  return type === 'test:fail' ? Reflect.get(data.details.error, 'failureType') : undefined;
}

/** True where a failure is that of a test within. */
export const hasReason = (result: Result): boolean => failureType(result) === 'subtestsFailed';

/** As the result of a process for the file: one test at the file's begin. @param path the file's, on this computer */
export function fileResult({ type, data }: Result, name: string, path: string): readonly TestEvent[] {
  const place = { name, nesting: 0, file: path, line: 1, column: 1 };
  const { parentId, tags, testId } = data;
  const result: TestEvent =
    type === 'test:pass'
      ? { type, data: { ...data, ...place, details: { ...data.details, type: 'test' } } }
      : { type, data: { ...data, ...place, details: { ...data.details, type: 'test' } } };
  return [{ type: 'test:start', data: { ...place, parentId, tags, testId } }, result];
}

/** The failure of a process that ended before its tests did, though with exit code 0. */
export function earlyEnd(): Result {
  const cause = new Error('The process ended before its tests did.');
  const error = Object.assign(new Error(cause.message), { cause, code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure' });
  return { type: 'test:fail', data: { ...firstTest('', ''), testNumber: 0, details: { duration_ms: 0, error } } };
}

/** A file begins. */
export function fileBegin(name: string, path: string): TestEvent {
  return { type: 'test:dequeue', data: { ...firstTest(name, path), type: 'test' } };
}

/** A file whose process has no such event ends. */
export function fileEnd(name: string, path: string): TestEvent {
  return { type: 'test:complete', data: { ...firstTest(name, path), testNumber: 0, details: { passed: false, duration_ms: 0 } } };
}

/** Where a file's process has its own events. */
function firstTest(name: string, path: string) {
  return { name, nesting: 0, file: path, line: 1, column: 1, parentId: undefined, tags: [], testId: 0 };
}
