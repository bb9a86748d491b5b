/** The home of a person in any text, on any system: its folder, and one word more where a path goes on behind a blank (`C:\Users\Anna Smith\`). */
const HOME = /(?:\b[A-Za-z]:)?[\\/](?:Users|home)[\\/][^\\/\s:"',;()]+(?: [^\\/\s:"',;()]+(?=[\\/]))?/g;

/**
 * A text whose paths say no more than a reader elsewhere needs: what lies in one of the folders begins with that folder's name, what lies
 * in someone's home with `~`. Everything else stays.
 * @param folders absolute, without a separator at the end
 */
export function shorterPaths(text: string, folders: readonly string[]): string {
  if (!/[\\/]/.test(text)) return text;
  let shorter = text;
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    const name = folder.split(/[\\/]/).at(-1) ?? '';
    if (name !== '' && shorter.includes(folder)) shorter = replacedFolder(shorter, folder, name);
  }
  return shorter.replaceAll(HOME, '~');
}

/** Only whole names of folders: a folder `shop` is not in its neighbour `shopping`. */
function replacedFolder(text: string, folder: string, name: string): string {
  const parts = text.split(folder);
  return parts.reduce((done, part) => done + (/^(?:$|[\\/\s:"',;().])/.test(part) ? name : folder) + part);
}
