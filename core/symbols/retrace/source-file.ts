/**
 * The source file of a class that the map says nothing of: its outermost class's name, with the ending that the shrunk
 * program's source file has if that is `kt`. A class `FeedKt` holds what stood outside of classes in `Feed.kt`.
 * @param shown the source file that the device named, such as `SourceFile`
 */
export function inferSourceFile(originalClass: string, shown: string): string {
  if (shown === 'Native Method') return shown;
  const extension = extensionOf(shown);
  const name = outerClassName(originalClass);
  if (name.endsWith('Kt') && (extension === '' || extension === 'kt')) return `${name.slice(0, -2)}.kt`;
  return `${name}.${extension === 'kt' ? 'kt' : 'java'}`;
}

function extensionOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1);
}

function outerClassName(className: string): string {
  const begin = className.lastIndexOf('.') + 1;
  const dollar = className.indexOf('$', begin);
  return className.slice(begin, dollar < 0 ? className.length : dollar);
}
