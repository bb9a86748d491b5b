import { setText } from '../ui/dom.ts';

const SHOWN_MS = 6_000;

const node = document.createElement('div');
node.className = 'shared-notice';
node.setAttribute('role', 'status');
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice at the foot of the page; its text can be selected. */
export function showNotice(text: string): void {
  if (!node.isConnected) document.body.append(node);
  setText(node, text);
  node.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    node.hidden = true;
  }, SHOWN_MS);
}
