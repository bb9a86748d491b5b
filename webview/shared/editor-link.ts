/**
 * A link that opens a line of a file in VS Code.
 * @param path absolute, with slashes: `/home/ada/shop/Cart.kt`, `/c:/shop/Cart.kt`
 * @param line from 1 on, less when it is not known
 */
export function editorLink(path: string, line: number): string {
  // Half a sign, as a session may hold one, is no text that could be encoded.
  const text = path.toWellFormed();
  // A folder may be called `C#`, which `encodeURI` would leave to be the begin of a fragment.
  return `vscode://file${text.split('/').map(encodeURIComponent).join('/')}:${Math.max(1, line)}`;
}
