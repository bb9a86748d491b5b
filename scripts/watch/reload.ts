/** The command of VS Code that brings changed bundles into its window: pages are reloaded alone, the rest with the window. */
export function reloadCommand(outputs: readonly string[]): string | undefined {
  if (outputs.length === 0) return undefined;
  const isPage = (output: string): boolean => /\.(?:js|css)$/.test(output);
  return outputs.every(isPage) ? 'workbench.action.webview.reloadWebviewAction' : 'workbench.action.reloadWindow';
}

/** Changed outputs in the text of `dist/watched.json`; none if it is not whole yet. */
export function watchedOutputs(text: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter((output) => typeof output === 'string') : [];
  } catch {
    return [];
  }
}
