/**
 * Measures the cost of producing audio: `node packages/speech/bench.ts [characters] [--wer]`.
 * Prints wall time, CPU time, event-loop delay and loudness for about 10,000 characters. `--wer` adds the word error rate of Debian's
 * pocketsphinx (an independent recogniser) on the decoded MP3; it needs pocketsphinx and ffmpeg.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createVoice, produceAudio, type Script, spokenText } from './src/index.ts'

const SENTENCES = [
  'Cities that plant trees along their streets are cooler in summer, and the difference is larger than most people expect.',
  'In one study, shaded pavement stayed eleven degrees below the pavement across the road.',
  'The reason is simple: leaves let go of water, and water takes heat with it when it turns into vapor.',
  'A mature oak can release four hundred liters on a hot day, which is about as much cooling as five air conditioners.',
  'Young trees do far less, so the choice of what to protect matters more than the number of seedlings in the ground.',
  'The speaker argues that budgets get this backwards.',
  'Money goes to planting, because a planting day makes a good photograph, while care in the first three summers is left out.',
  'Half of the trees planted in dense districts die before they are ten years old.',
  'Most of them die of thirst, and some are hit by cars or poisoned by salt in winter.',
  'A bag that drips water slowly around the trunk costs less than a replacement tree, yet few cities buy them.',
  'There is also the question of who gets the shade.',
  'Maps of heat look very much like maps of income, since richer streets were laid out with wide verges.',
  'Narrow streets need other answers, such as climbing plants, light roofs, or awnings over the bus stop.',
  'One neighborhood painted its flat roofs white, and the top floors became two degrees cooler at almost no cost.',
  'The talk ends with a request to look at a single street rather than at the whole town.',
  'Count the trees, ask who waters them, and come back in five years to count again.',
]

const characters = Number(process.argv[2]) || 10_000
const script = makeScript(characters)
const voice = createVoice()
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const [start, cpu] = [performance.now(), process.cpuUsage()]
const audio = await produceAudio(script, { voice })
const wallSeconds = (performance.now() - start) / 1000
const cpuUsed = process.cpuUsage(cpu)
delay.disable()
await voice.close()

const sentences = script.sections.flatMap(section => section.sentences)
console.table({
  characters: sentences.join(' ').length,
  'audio, s': round(audio.durationMs / 1000),
  'wall, s': round(wallSeconds),
  'CPU, s': round((cpuUsed.user + cpuUsed.system) / 1e6),
  'event loop delay p99, ms': round(delay.percentile(99) / 1e6),
  'loudness, LUFS': round(audio.loudnessLufs),
  'MP3, kB': round(audio.mp3.length / 1000),
  'peak memory, MB': round(process.resourceUsage().maxRSS / 1000),
})
if (process.argv.includes('--wer')) console.log(await wordErrorRate())

function makeScript(minLength: number): Script<string> {
  const sections: Script<string>['sections'] = []
  let length = 0
  for (let index = 0; length < minLength; index++) {
    const sentence = SENTENCES[index % SENTENCES.length]!
    if (index % SENTENCES.length === 0) sections.push({ title: `Part ${sections.length + 1}`, sentences: [] })
    sections.at(-1)!.sentences.push(sentence)
    length += sentence.length + 1
  }
  return { title: 'Trees in cities', artist: 'Bench', sections }
}

/** Cuts each sentence of the first section out of the decoded MP3 by its timing and recognises it separately. */
async function wordErrorRate(): Promise<string> {
  const tools = [spawnSync('pocketsphinx_continuous'), spawnSync('ffmpeg', ['-version'])]
  if (tools.some(tool => tool.error)) return 'word error rate: skipped, pocketsphinx or ffmpeg is not installed'
  const folder = mkdtempSync(join(tmpdir(), 'speech-bench-'))
  try {
    const mp3 = join(folder, 'audio.mp3')
    writeFileSync(mp3, audio.mp3)
    let [errors, words] = [0, 0]
    for (const line of audio.timings.filter(line => line.kind === 'sentence' && line.section === 0)) {
      const wav = join(folder, 'line.wav')
      const cut = ['-ss', String(line.startMs / 1000 - 0.2), '-t', String((line.endMs - line.startMs) / 1000)]
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', mp3, ...cut, '-ar', '16000', '-ac', '1', wav])
      const recognised = execFileSync('pocketsphinx_continuous', ['-infile', wav, '-logfn', '/dev/null'], {
        encoding: 'utf8',
      })
      const expected = spokenText(line.text)
        .replace(/[^a-z' ]/g, '')
        .split(' ')
      errors += editDistance(expected, recognised.trim().split(/\s+/))
      words += expected.length
    }
    return `word error rate: ${round((100 * errors) / words)} % of ${words} words`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Levenshtein distance, in words. */
function editDistance(a: string[], b: string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const word of a) {
    const next = [row[0]! + 1]
    for (const [index, other] of b.entries()) {
      next.push(Math.min(next[index]! + 1, row[index + 1]! + 1, row[index]! + (word === other ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1)!
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
