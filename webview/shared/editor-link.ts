/**
 * A link that opens a line of a file in VS Code.
 * @param path absolute, with slashes: `/home/ada/shop/Cart.kt`, `/c:/shop/Cart.kt`
 * @param line from 1; less when unknown
 */
export function editorLink(path: string, line: number): string {
  // A lone surrogate, as a session may hold, cannot be encoded.
  const text = path.toWellFormed();
  // `encodeURI` would leave the `#` of a folder `C#` as a fragment.
  return `vscode://file${text.split('/').map(encodeURIComponent).join('/')}:${Math.max(1, line)}`;
}
