import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Line } from './line.ts'

const run = promisify(execFile)
const program = 'pocketsphinx_continuous'

/** Whether Debian's packages `pocketsphinx` and `pocketsphinx-en-us`, and ffmpeg, are installed. */
export const hasPocketsphinx = (): boolean =>
  [[program], ['ffmpeg', '-version']].every(([name, ...args]) => spawnSync(name!, args).error === undefined)

/** Transcribes audio of any format by CMU Pocketsphinx: real words with real timestamps, in lower case and without punctuation. */
export async function transcribeByPocketsphinx(audio: Uint8Array): Promise<Line[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recaps-pocketsphinx-'))
  const [input, wav] = [path.join(folder, 'input'), path.join(folder, 'audio.wav')]
  try {
    await writeFile(input, audio)
    await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', '-i', input, '-ar', '16000', '-ac', '1', wav])
    const args = ['-infile', wav, '-time', 'yes', '-logfn', '/dev/null']
    const { stdout } = await run(program, args, { maxBuffer: 64 * 2 ** 20 })
    return parseLines(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const maxWordsPerLine = 24
/** Shorter silences don't end a line. */
const minSilenceSeconds = 0.25

/** Output line of one word: the word, optionally the number of its pronunciation, start, end, confidence. */
const row = /^(\S+?)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \d+\.\d+$/
const isNotSpeech = (word: string): boolean => /^(<.*>|\[.*\]|\+\+.*\+\+)$/.test(word)

export function parseLines(output: string): Line[] {
  const lines: Line[] = []
  let words: Line['words'] = []
  const closeLine = () => {
    const [first, last] = [words[0], words.at(-1)]
    if (first && last) lines.push({ start: first.start, end: last.end, words })
    words = []
  }
  for (const text of output.split('\n')) {
    const [, word = '', from, to] = row.exec(text.trim()) ?? []
    const [start, end] = [Number(from), Number(to)]
    if (word === '</s>' || (word === '<sil>' && end - start >= minSilenceSeconds && words.length > 5)) closeLine()
    if (word === '' || isNotSpeech(word)) continue
    words.push({ word, start, end })
    if (words.length >= maxWordsPerLine) closeLine()
  }
  closeLine()
  return lines
}
