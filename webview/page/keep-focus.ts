/**
 * VS Code gives a page the focus, but no element of it. A page that it shows again is a new one, so an element takes it, whose keys work at
 * once.
 */
export function keepFocus(target: Window, element: HTMLElement): void {
  target.addEventListener('focus', () => {
    const { activeElement, body } = target.document;
    if (activeElement === null || activeElement === body) element.focus({ preventScroll: true });
  });
}
