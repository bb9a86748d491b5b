/**
 * The source file of a class without one in the map: the outermost class's name, and `kt` if the shrunk file ends so. `FeedKt` holds the
 * top level of `Feed.kt`.
 * @param shown the device's source file, such as `SourceFile`
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
