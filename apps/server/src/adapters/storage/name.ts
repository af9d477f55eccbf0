/** The name itself, if it is one that every storage takes and that leads nowhere else. */
export function checkedName(name: string): string {
  if (!/^[a-z0-9][a-z0-9/_.-]{0,400}$/.test(name) || name.includes('..') || name.includes('//'))
    throw new Error(`"${name}" is no name for a stored object`)
  return name
}
