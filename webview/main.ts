import { STRINGS_ELEMENT, type ToPage } from '../protocol/page-protocol.ts';
import { Page } from './page/page.ts';
import './style.css';
import { postToHost } from './page/vscode-api.ts';
import { readTranslations } from './ui/translated.ts';

const root = document.getElementById('page');
if (root === null) throw new Error('The page has no element to draw into');
readTranslations(document.getElementById(STRINGS_ELEMENT)?.textContent);
const page = new Page(root);

window.addEventListener('error', (event) => {
  // Browsers report as an error that something was resized once more in the next frame: nothing failed.
  if (event.error !== null || !event.message.startsWith('ResizeObserver loop')) page.fail(event.error ?? event.message);
});
window.addEventListener('unhandledrejection', (event) => page.fail(event.reason));
// Only the extension can post to a webview, and both come from one build: the union needs no parsing here.
window.addEventListener('message', (event: MessageEvent<ToPage>) => page.receive(event.data));
postToHost({ type: 'ready' });
