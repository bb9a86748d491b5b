/**
 * The package of an application id or a main class: `com.example.shop:sync`, `com.example.shop@10` and
 * `com.example.shop.Main` are all `com.example.shop`.
 */
export function appPackage(app: string): string {
  const id = app.replace(/[:@].*$/, '');
  const last = id.slice(id.lastIndexOf('.') + 1);
  return /^\p{Lu}/u.test(last) ? id.slice(0, Math.max(0, id.lastIndexOf('.'))) : id;
}
