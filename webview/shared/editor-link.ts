/**
 * A link that opens a line of a file in VS Code.
 * @param path absolute, with slashes: `/home/ada/shop/Cart.kt`, `/c:/shop/Cart.kt`
 * @param line from 1 on, less when it is not known
 */
export function editorLink(path: string, line: number): string {
  // A folder may be called `C#`, which `encodeURI` would leave to be the begin of a fragment.
  return `vscode://file${path.split('/').map(encodeURIComponent).join('/')}:${Math.max(1, line)}`;
}
