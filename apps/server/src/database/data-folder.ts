import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { CannotStart, hasCode } from '../errors.ts'

/** The bits of a mode that let the group and everybody else in. */
const othersBits = 0o077

/** Makes new files of this process, and of the programs it starts, readable and writable by its own user alone. */
export const keepNewFilesPrivate = () => void process.umask(othersBits)

/**
 * Makes the data folder if there is none. One that other users of the machine can open, as earlier versions left theirs, is
 * closed to them with everything in it. Throws `CannotStart` when this process cannot use the folder.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new CannotStart(`The data folder ${folder} cannot be written to. Give DATA_DIR a folder of this user.`, error)
  }
  if (statSync(folder).mode & othersBits) closeToOthers(folder)
}

/** Takes all rights on a folder and everything in it from other users, except where it belongs to one of them. */
export function closeToOthers(folder: string): void {
  if (!close(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) close(path.join(entry.parentPath, entry.name))
}

/** Returns false when that is not ours to do. */
function close(name: string): boolean {
  try {
    const { mode } = statSync(name)
    if (mode & othersBits) chmodSync(name, mode & ~othersBits)
    return true
  } catch (error) {
    // It belongs to somebody else, as a mounted folder may, or another process has just removed it.
    if (hasCode(error, 'EPERM') || hasCode(error, 'ENOENT')) return false
    throw error
  }
}
