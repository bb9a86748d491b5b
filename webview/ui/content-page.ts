/** What every page of one content sends: that it listens, and its failures. */
type FromEveryPage = { readonly type: 'ready' } | { readonly type: 'failed'; readonly text: string };

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

/**
 * Starts a page that shows what the extension posts, of a tab of `extension/page/content-panel.ts`.
 * @param begin draws into the page's element; gives what takes the extension's messages
 */
export function startContentPage<From, To>(begin: (root: HTMLElement, post: (message: From) => void) => (message: To) => void): void {
  const api = acquireVsCodeApi();
  const post = (message: From | FromEveryPage): void => api.postMessage(message);
  const fail = (error: unknown): void =>
    post({ type: 'failed', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  window.addEventListener('error', (event) => fail(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => fail(event.reason));
  const root = document.getElementById('page');
  if (root === null) throw new Error('The page has no element to draw into');
  const show = begin(root, post);
  // Only the extension can post to a webview, and both come from one build: the message needs no parsing here.
  window.addEventListener('message', (event: MessageEvent<To>) => show(event.data));
  post({ type: 'ready' });
}
