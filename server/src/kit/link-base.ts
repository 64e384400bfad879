/**
 * The start of a link to this server: the address followed by the base path (E), unless its path ends with that already.
 * Only the path counts: `https://foyer` below the base path `/foyer` is a host of that name.
 */
export function linkBase(address: string, base_path: string): string {
  if (base_path === '') return address
  const path = new URL(address).pathname.replace(/\/+$/, '')
  return path.endsWith(base_path) ? address : address + base_path
}
