import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { UsageError } from './arguments.ts'
import type { MadeRecap } from './make-recap.ts'

export type Extension = 'json' | 'md' | 'mp3'

export const outputPath = (folder: string, name: string, extension: Extension): string =>
  path.join(folder, `${name}.${extension}`)

/** The name of the files, another one where they would take the place of the file that is summarized (`talk.mp3`, `talk.json`). */
export function freeName(folder: string, name: string, input: string): string {
  const wouldReplace = (['json', 'md', 'mp3'] as const).some(
    extension => path.resolve(outputPath(folder, name, extension)) === path.resolve(input),
  )
  return wouldReplace ? `${name}-recap` : name
}

/**
 * Throws where the files could not be written, before any work is done: the folder is no folder or may not be written to,
 * or a file of that name is there that no earlier run wrote (captions named `talk.json`, the recording `talk.mp3`).
 */
export function refuseOutput(folder: string, name: string, withAudio: boolean): void {
  const standing = nearestExisting(folder)
  if (!statSync(standing).isDirectory()) throw new UsageError(`${standing} is no folder to write to.`)
  accessSync(standing, constants.W_OK | constants.X_OK)
  const known = writtenBefore(folder, name)
  for (const extension of withAudio ? (['json', 'md', 'mp3'] as const) : (['json', 'md'] as const)) {
    const file = outputPath(folder, name, extension)
    if (existsSync(file) && !known.includes(extension))
      throw new UsageError(`${file} is there already and is no recap. Choose another folder with --out.`)
  }
}

/** Writes all files or none: whoever reads the folder meanwhile, or ends this process, never finds half of one. */
export function writeOutput(folder: string, { name, json, markdown, mp3 }: MadeRecap): void {
  makeFolder(folder)
  // The JSON comes first: it tells the next run that the others are ours.
  const contents: [Extension, string | Uint8Array][] = [
    ['json', `${JSON.stringify(json, null, 1)}\n`],
    ['md', markdown],
    ...(mp3 ? [['mp3', mp3] satisfies [Extension, Uint8Array]] : []),
  ]
  const isStale = !mp3 && writtenBefore(folder, name).includes('mp3')
  const draft = (extension: Extension) => path.join(folder, `.recap-${process.pid}-${extension}.part`)
  try {
    for (const [extension, content] of contents) writeFileSync(draft(extension), content)
    for (const [extension] of contents) renameSync(draft(extension), outputPath(folder, name, extension))
    // Sound of an earlier run may say another text.
    if (isStale) rmSync(outputPath(folder, name, 'mp3'), { force: true })
  } finally {
    for (const [extension] of contents) rmSync(draft(extension), { force: true })
  }
}

/** Which files of this name an earlier run wrote, as its JSON tells. */
function writtenBefore(folder: string, name: string): Extension[] {
  try {
    const earlier: unknown = JSON.parse(readFileSync(outputPath(folder, name, 'json'), 'utf8'))
    const isRecap =
      typeof earlier === 'object' &&
      earlier !== null &&
      'transcript' in earlier &&
      'summary' in earlier &&
      'audio' in earlier
    if (!isRecap) return []
    return earlier.audio === null ? ['json', 'md'] : ['json', 'md', 'mp3']
  } catch {
    return []
  }
}

const nearestExisting = (folder: string): string => {
  const place = path.resolve(folder)
  return existsSync(place) ? place : nearestExisting(path.dirname(place))
}

/** Not `recursive` of `mkdirSync`: that never returns where a system has folders in which none can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(path.resolve(folder)))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another run was quicker.
    if (!existsSync(folder)) throw error
  }
}
