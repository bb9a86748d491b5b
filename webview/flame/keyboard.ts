import type { Direction } from './selection.ts';

export type FlameKey =
  | { readonly type: 'step'; readonly direction: Direction }
  | { readonly type: 'open'; readonly beside: boolean }
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'pan'; readonly part: number }
  | { readonly type: 'focus' }
  /** Clears one selection. */
  | { readonly type: 'clear' }
  | { readonly type: 'whole' };

export interface KeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** Undefined leaves the key to VS Code. */
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
  // All other letters are transforms, also with Shift.
  return press.key === 'z' && !press.altKey ? { type: 'focus' } : undefined;
}
