import type { FromPage } from '../../protocol/page-protocol.ts';

/** VS Code's side of the page. May be taken once; nobody else gets it. */
interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

/** Says something to the extension. */
export function postToHost(message: FromPage): void {
  api.postMessage(message);
}

/** What an earlier life of this page stored, also before a reload of the window. */
export function storedState(): unknown {
  return api.getState();
}

/** Stores what a later life of this page should begin with. */
export function storeState(state: unknown): void {
  api.setState(state);
}
