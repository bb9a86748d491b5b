import { setText } from '../ui/dom.ts';

/** How long a notice stays. */
const SHOWN_MS = 6_000;

const node = document.createElement('div');
node.className = 'shared-notice';
node.setAttribute('role', 'status');
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Says something at the foot of the page for a while; it can be selected and copied. */
export function showNotice(text: string): void {
  if (!node.isConnected) document.body.append(node);
  setText(node, text);
  node.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    node.hidden = true;
  }, SHOWN_MS);
}
