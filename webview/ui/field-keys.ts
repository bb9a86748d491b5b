interface FieldKeyPress {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** With Ctrl or Cmd these edit text or move in it. */
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

/** True for shortcuts of VS Code, as F1 and Ctrl+P, which work in fields, too. */
export function isVsCodeKey({ key, altKey, ctrlKey, metaKey }: FieldKeyPress): boolean {
  if (/^F\d+$/.test(key)) return true;
  // Ctrl+Alt types characters on some keyboards.
  return (ctrlKey || metaKey) && !altKey && !editing.has(key.toLowerCase());
}

/** Keeps typing in fields and dialogs from the page's letters, but not from VS Code's shortcuts. */
export function keepTyping(event: KeyboardEvent): void {
  if (!isVsCodeKey(event)) event.stopPropagation();
}
