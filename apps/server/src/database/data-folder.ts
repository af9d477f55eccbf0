import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { hasErrorCode, StartupError } from '../errors.ts'

/** Permission bits of the group and of other users. */
const othersBits = 0o077

/** Makes new files of this process and its child processes accessible only to its own user. */
export const keepNewFilesPrivate = () => void process.umask(othersBits)

/**
 * Creates the data folder if it does not exist. Earlier versions left it accessible to other users of the machine; removes
 * their permissions from it and everything in it. Throws `StartupError` if this process cannot use the folder.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `Cannot write to the data folder ${folder}. Set DATA_DIR to a folder that this user owns.`,
      error,
    )
  }
  if (statSync(folder).mode & othersBits) restrictToOwner(folder)
}

/** Removes other users' permissions from a folder and everything in it, except from files that this user does not own. */
export function restrictToOwner(folder: string): void {
  if (!removePermissions(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory() || entry.isFile()) removePermissions(path.join(entry.parentPath, entry.name))
}

/** Returns false if this user may not change the permissions, or the file no longer exists. */
function removePermissions(name: string): boolean {
  try {
    const { mode } = statSync(name)
    if (mode & othersBits) chmodSync(name, mode & ~othersBits)
    return true
  } catch (error) {
    // It belongs to another user, which a mounted folder may, or another process has just deleted it.
    if (hasErrorCode(error, 'EPERM') || hasErrorCode(error, 'ENOENT')) return false
    throw error
  }
}
