import type { FromPage } from '../../protocol/parse-from-page.ts';

/** VS Code gives it once. */
interface VsCodeApi {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

export function postToHost(message: FromPage): void {
  api.postMessage(message);
}

/** Also survives a reload of the window. */
export function storedState(): unknown {
  return api.getState();
}

export function storeState(state: unknown): void {
  api.setState(state);
}
