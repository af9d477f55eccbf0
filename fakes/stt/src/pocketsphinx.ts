import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Line } from './line.ts'

const run = promisify(execFile)
const program = 'pocketsphinx_continuous'

/** Whether Debian's packages `pocketsphinx` and `pocketsphinx-en-us`, and ffmpeg, are here. */
export const hasPocketsphinx = (): boolean =>
  [[program], ['ffmpeg', '-version']].every(([name, ...args]) => spawnSync(name!, args).error === undefined)

/** What Carnegie Mellon's pocketsphinx hears in a sound of any form: real words with real instants, in lower case and without signs. */
export async function hearByPocketsphinx(sound: Uint8Array): Promise<Line[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recaps-pocketsphinx-'))
  const [given, wav] = [path.join(folder, 'given'), path.join(folder, 'sound.wav')]
  try {
    await writeFile(given, sound)
    await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', '-i', given, '-ar', '16000', '-ac', '1', wav])
    const args = ['-infile', wav, '-time', 'yes', '-logfn', '/dev/null']
    const { stdout } = await run(program, args, { maxBuffer: 64 * 2 ** 20 })
    return linesIn(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Longer than this a line is no line any more; shorter silences than this do not end one. */
const mostWords = 24
const silence = 0.25

/** A word's row: the word, perhaps with the number of its pronunciation, beginning, end, confidence. */
const row = /^(\S+?)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \d+\.\d+$/
const isNoSpeech = (word: string): boolean => /^(<.*>|\[.*\]|\+\+.*\+\+)$/.test(word)

export function linesIn(output: string): Line[] {
  const lines: Line[] = []
  let words: Line['words'] = []
  const close = () => {
    const [first, last] = [words[0], words.at(-1)]
    if (first && last) lines.push({ start: first.start, end: last.end, words })
    words = []
  }
  for (const text of output.split('\n')) {
    const [, word = '', from, to] = row.exec(text.trim()) ?? []
    const [start, end] = [Number(from), Number(to)]
    if (word === '</s>' || (word === '<sil>' && end - start >= silence && words.length > 5)) close()
    if (word === '' || isNoSpeech(word)) continue
    words.push({ word, start, end })
    if (words.length >= mostWords) close()
  }
  close()
  return lines
}
