/** As much of an element as most of the page's rows need, for tests without a browser. */
export class PlainElement {
  readonly dataset = {};
  readonly style = {};
  readonly children: unknown[] = [];
  className = '';
  textContent = '';
  title = '';
  hidden = false;

  append(...children: unknown[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: unknown[]): void {
    this.children.splice(0, Number.POSITIVE_INFINITY, ...children);
  }

  setAttribute(): void {
    // No attribute is read here.
  }

  addEventListener(): void {
    // Nothing happens here.
  }
}
