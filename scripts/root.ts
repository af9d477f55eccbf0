import path from 'node:path'

/** Root of the repository. */
export const root = path.resolve(import.meta.dirname, '..')
