import type { ErrorCode, LaglensError, NextAction } from '../../core/errors.ts';

/** In order. */
export const stepTitles = {
  tools: 'Tools of this computer',
  adbServer: 'adb server',
  device: 'Device',
  app: 'App',
  deploy: 'Agent copied into the app',
  attach: 'Agent loaded',
  hello: 'Agent answers',
  firstSample: 'First sample',
  sources: 'Sources',
} as const;

export type StepName = keyof typeof stepTitles;
export const stepNames: readonly StepName[] = [
  'tools',
  'adbServer',
  'device',
  'app',
  'deploy',
  'attach',
  'hello',
  'firstSample',
  'sources',
];

/** `warning`: works with a remark. `skipped`: not needed, or a choice is missing. `untried`: behind a failed or skipped step. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'skipped' | 'untried';

export interface Step {
  readonly name: StepName;
  readonly verdict: Verdict;
  readonly text: string;
  /** Required for `failed`. */
  readonly next?: string;
  readonly code?: ErrorCode;
  readonly action?: NextAction;
  /** From a tool or device. */
  readonly output?: string;
}

export function failed(name: StepName, error: LaglensError): Step {
  const { message, next, code, output, action } = error;
  return {
    name,
    verdict: 'failed',
    text: message,
    next,
    code,
    ...(action === undefined ? {} : { action }),
    ...(output === undefined || output === '' ? {} : { output }),
  };
}

/** The step at which a capture failed. */
export function stepOfCode(code: ErrorCode): StepName {
  if (code === 'adb-not-found' || code.startsWith('xcode-')) return 'tools';
  if (code.startsWith('adb-')) return 'adbServer';
  if (code === 'device-full' || code === 'push-failed' || code === 'run-as-failed' || code === 'agent-missing') return 'deploy';
  if (code === 'install-failed' || code === 'sign-identity' || code === 'route-none' || code === 'app-not-built') return 'deploy';
  if (code.startsWith('device-')) return 'device';
  if (
    code === 'app-died' ||
    code === 'app-frozen' ||
    code === 'user-restricted' ||
    code.startsWith('attach-') ||
    code.startsWith('launch-')
  )
    return 'attach';
  if (
    code === 'agent-abi' ||
    code === 'agent-load-failed' ||
    code === 'agent-signature' ||
    code === 'image-missing' ||
    code === 'image-refused'
  )
    return 'attach';
  if (code.startsWith('app-')) return 'app';
  return 'hello';
}
