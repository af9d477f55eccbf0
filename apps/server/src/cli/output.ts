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
import type { RecapOutput } from './make-recap.ts'

export type OutputExtension = 'json' | 'md' | 'mp3'

export const outputPath = (folder: string, name: string, extension: OutputExtension): string =>
  path.join(folder, `${name}.${extension}`)

/** Base name for the output files. Appends `-recap` if an output file would overwrite the input (`talk.mp3`, `talk.json`). */
export function chooseOutputName(folder: string, name: string, input: string): string {
  const wouldReplace = (['json', 'md', 'mp3'] as const).some(
    extension => path.resolve(outputPath(folder, name, extension)) === path.resolve(input),
  )
  return wouldReplace ? `${name}-recap` : name
}

/**
 * Called before any work is done. Throws if the folder is not a writable folder, or if the output would overwrite
 * a file that no earlier run wrote (captions named `talk.json`, the recording `talk.mp3`).
 */
export function assertOutputWritable(folder: string, name: string, withAudio: boolean): void {
  const existing = nearestExisting(folder)
  if (!statSync(existing).isDirectory()) throw new UsageError(`${existing} is not a folder.`)
  accessSync(existing, constants.W_OK | constants.X_OK)
  const ours = previousOutput(folder, name)
  for (const extension of withAudio ? (['json', 'md', 'mp3'] as const) : (['json', 'md'] as const)) {
    const file = outputPath(folder, name, extension)
    if (existsSync(file) && !ours.includes(extension))
      throw new UsageError(
        `${file} already exists and was not written by this program. Choose another folder with --out.`,
      )
  }
}

/** Writes to temporary files and renames them, so that no reader sees a half-written file, even if this process is killed. */
export function writeOutput(folder: string, { name, json, markdown, mp3 }: RecapOutput): void {
  makeFolder(folder)
  // The JSON comes first: from it the next run knows that the other files are ours.
  const contents: [OutputExtension, string | Uint8Array][] = [
    ['json', `${JSON.stringify(json, null, 1)}\n`],
    ['md', markdown],
    ...(mp3 ? [['mp3', mp3] satisfies [OutputExtension, Uint8Array]] : []),
  ]
  const hasStaleAudio = !mp3 && previousOutput(folder, name).includes('mp3')
  const draft = (extension: OutputExtension) => path.join(folder, `.recap-${process.pid}-${extension}.part`)
  try {
    for (const [extension, content] of contents) writeFileSync(draft(extension), content)
    for (const [extension] of contents) renameSync(draft(extension), outputPath(folder, name, extension))
    // The audio of an earlier run may not match the new text.
    if (hasStaleAudio) rmSync(outputPath(folder, name, 'mp3'), { force: true })
  } finally {
    for (const [extension] of contents) rmSync(draft(extension), { force: true })
  }
}

/** The files with this name that an earlier run wrote, according to its JSON. */
function previousOutput(folder: string, name: string): OutputExtension[] {
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
  const absolute = path.resolve(folder)
  return existsSync(absolute) ? absolute : nearestExisting(path.dirname(absolute))
}

/** `mkdirSync` with `recursive` never returns in system folders that allow no new folders, so we create each level ourselves. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(path.resolve(folder)))
  try {
    mkdirSync(folder)
  } catch (error) {
    // A parallel run may have created it.
    if (!existsSync(folder)) throw error
  }
}
