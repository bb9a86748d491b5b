/**
 * VS Code gives a page the focus, but no element of it. A page that it shows again is a new one, so an element takes it, whose keys work at
 * once.
 */
export function keepFocus(target: Window, element: HTMLElement): void {
  const take = (): void => {
    const { activeElement, body } = target.document;
    if (activeElement === null || activeElement === body) element.focus({ preventScroll: true });
  };
  target.addEventListener('focus', take);
  // In a frame of VS Code the page may have had the focus before its script ran.
  if (target.parent !== target && target.document.hasFocus()) take();
}
