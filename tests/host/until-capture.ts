import { explain } from '../../core/errors.ts';
import type { Capture } from '../../host/capture/capture.ts';
import type { CaptureState } from '../../host/capture/capture-state.ts';

/**
 * Waits until the predicate holds. It is checked now, and after other listeners at each change or message of the capture.
 * @throws Error if the capture ends before
 */
export function untilCapture(capture: Capture, holds: (state: CaptureState) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => void capture.off('piece', check).off('state', check);
    const check = (): void => {
      const { state } = capture;
      if (holds(state)) {
        leave();
        resolve();
      } else if (state.kind === 'ended') {
        leave();
        reject(new Error(`The capture ended before. ${state.problem === undefined ? '' : explain(state.problem)}`));
      }
    };
    capture.on('piece', check).on('state', check);
    check();
  });
}
