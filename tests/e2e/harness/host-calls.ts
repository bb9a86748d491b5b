import type { Page } from 'playwright-core';

/** What of VS Code's window its extension host calls when an extension does so; the names are VS Code's own. */
export type HostCall = '$postMessage' | '$trySetDecorations' | '$emitCodeLensEvent';

/**
 * Counts calls of the extension host from now on, as they arrive in VS Code's window: also those that VS Code would keep for a webview that
 * isn't there.
 * @returns how many there were by now
 */
export async function countHostCalls(page: Page, call: HostCall): Promise<() => number> {
  const network = await page.context().newCDPSession(page);
  let count = 0;
  /** Of each socket: what the name may have begun in that goes on in the next frame. */
  const begun = new Map<string, string>();
  network.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    const text = (begun.get(requestId) ?? '') + Buffer.from(response.payloadData, 'base64').toString('latin1');
    count += text.split(call).length - 1;
    begun.set(requestId, text.slice(1 - call.length));
  });
  await network.send('Network.enable');
  return () => count;
}
