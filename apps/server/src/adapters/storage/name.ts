// [ASVS 5.3.2]
/** Whether all storages accept this name, and it cannot lead outside of them. */
export const isStorageName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9/_.-]{0,400}$/.test(name) && !name.includes('..') && !name.includes('//')

export function validStorageName(name: string): string {
  if (!isStorageName(name)) throw new Error(`"${name}" is not a valid storage name`)
  return name
}
