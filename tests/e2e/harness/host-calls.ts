import type { Page } from 'playwright-core';

/** VS Code's names of calls from its extension host. */
type HostCall = '$postMessage' | '$trySetDecorations' | '$emitCodeLensEvent';

/**
 * Counts later calls of the extension host as they arrive in VS Code's window, also those kept for a webview that isn't there.
 * @returns the count so far
 */
export async function countHostCalls(page: Page, call: HostCall): Promise<() => number> {
  const network = await page.context().newCDPSession(page);
  let count = 0;
  /** Of each socket: the last bytes of its frame, in which a name may have begun. */
  const begun = new Map<string, string>();
  network.on('Network.webSocketFrameReceived', ({ requestId, response }) => {
    const text = (begun.get(requestId) ?? '') + Buffer.from(response.payloadData, 'base64').toString('latin1');
    count += text.split(call).length - 1;
    begun.set(requestId, text.slice(1 - call.length));
  });
  await network.send('Network.enable');
  return () => count;
}
