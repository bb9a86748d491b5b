/** The parts of a keyboard event that matter. */
export interface FieldKeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** With Ctrl or Cmd these edit the text of a field, or move in it. */
const editing = new Set([
  'a',
  'c',
  'v',
  'x',
  'y',
  'z',
  'arrowleft',
  'arrowright',
  'arrowup',
  'arrowdown',
  'home',
  'end',
  'backspace',
  'delete',
]);

/** Whether a key that is pressed in a field, a choice or a dialog is a shortcut of VS Code, as F1 and Ctrl+P are. */
export function isVsCodeKey({ key, altKey, ctrlKey, metaKey }: FieldKeyPress): boolean {
  if (/^F\d+$/.test(key)) return true;
  // With Alt, Ctrl writes characters on some keyboards.
  return (ctrlKey || metaKey) && !altKey && !editing.has(key.toLowerCase());
}

/** For fields, choices and dialogs, which keep what is typed in them from the page's letters, but not from VS Code's shortcuts. */
export function keepTyping(event: KeyboardEvent): void {
  if (!isVsCodeKey(event)) event.stopPropagation();
}
