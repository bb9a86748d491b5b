import type { Direction } from './selection.ts';

/** What a key means in the flame graph. */
export type FlameKey =
  | { readonly type: 'step'; readonly direction: Direction }
  | { readonly type: 'open'; readonly beside: boolean }
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'pan'; readonly part: number }
  | { readonly type: 'focus' }
  /** Takes back one thing. */
  | { readonly type: 'clear' }
  /** Shows all of it. */
  | { readonly type: 'whole' };

/** The parts of a keyboard event that matter. */
export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** What a key press in the flame graph asks for; `undefined` leaves it to VS Code. */
export function flameKey(press: KeyPress): FlameKey | undefined {
  if (press.ctrlKey || press.metaKey) return undefined;
  switch (press.key) {
    case 'ArrowUp':
      return press.shiftKey ? { type: 'zoom', factor: 0.7 } : { type: 'step', direction: 'caller' };
    case 'ArrowDown':
      return press.shiftKey ? { type: 'zoom', factor: 1 / 0.7 } : { type: 'step', direction: 'callee' };
    case 'ArrowLeft':
      return press.shiftKey ? { type: 'pan', part: -0.2 } : { type: 'step', direction: 'previous' };
    case 'ArrowRight':
      return press.shiftKey ? { type: 'pan', part: 0.2 } : { type: 'step', direction: 'next' };
    case 'Home':
      return { type: 'step', direction: 'first' };
    case 'End':
      return { type: 'step', direction: 'last' };
    case 'Enter':
      return { type: 'open', beside: press.altKey };
    case '+':
    case '=':
      return { type: 'zoom', factor: 0.7 };
    case '-':
      return { type: 'zoom', factor: 1 / 0.7 };
    case '0':
      return { type: 'whole' };
    case 'Escape':
      return { type: 'clear' };
  }
  // All other letters are transforms, also with Shift: none of them moves the picture.
  return press.key === 'z' && !press.altKey ? { type: 'focus' } : undefined;
}
