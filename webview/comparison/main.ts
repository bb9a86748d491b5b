import type { FromComparison, ToComparison } from '../../protocol/comparison-protocol.ts';
import { ComparisonView } from './comparison-view.ts';
import './comparison.css';

declare function acquireVsCodeApi(): { postMessage(message: FromComparison): void };

const api = acquireVsCodeApi();
const post = (message: FromComparison): void => api.postMessage(message);
const fail = (error: unknown): void =>
  post({ type: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });

window.addEventListener('error', (event) => fail(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => fail(event.reason));

const root = document.getElementById('page');
if (root === null) throw new Error('The page has no element to draw into');
const view = new ComparisonView(root, post);

// Only the extension can post to a webview, and both come from one build: the message needs no parsing here.
window.addEventListener('message', (event: MessageEvent<ToComparison>) => view.show(event.data.comparison));
document.addEventListener('keydown', (event) => {
  if (event.key !== 'x' || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  post({ type: 'swap' });
});
post({ type: 'ready' });
