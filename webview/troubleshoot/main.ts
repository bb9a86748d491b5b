import type { FromTroubleshoot, ToTroubleshoot } from '../../protocol/troubleshoot-protocol.ts';
import { ChecksView } from './checks-view.ts';
import './troubleshoot.css';

declare function acquireVsCodeApi(): { postMessage(message: FromTroubleshoot): void };

const api = acquireVsCodeApi();
const post = (message: FromTroubleshoot): void => api.postMessage(message);
const fail = (error: unknown): void =>
  post({ type: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });

window.addEventListener('error', (event) => fail(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => fail(event.reason));

const root = document.getElementById('page');
if (root === null) throw new Error('The page has no element to draw into');
const view = new ChecksView(root, (button) => post({ type: 'press', button }));

// Only the extension can post to a webview, and both come from one build: the message needs no parsing here.
window.addEventListener('message', (event: MessageEvent<ToTroubleshoot>) => view.show(event.data.checks));
post({ type: 'ready' });
