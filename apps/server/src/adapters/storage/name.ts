// [ASVS 5.3.2]
/** Whether every storage takes this name, and it leads nowhere else. */
export const isStorable = (name: string): boolean =>
  /^[a-z0-9][a-z0-9/_.-]{0,400}$/.test(name) && !name.includes('..') && !name.includes('//')

export function checkedName(name: string): string {
  if (!isStorable(name)) throw new Error(`"${name}" is no name for a stored object`)
  return name
}
