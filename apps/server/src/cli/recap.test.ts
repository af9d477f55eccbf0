import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLine, startFakeStt } from '@recaps/fake-stt'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { beeps, convertAudio, ffmpegSkipNote, hasFfmpeg } from '../../test/audio-files.ts'

const fake = await startFakeYoutube()
let folder = ''
const folders: string[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recaps-terminal-'))
  folders.push(folder)
})
afterAll(async () => {
  await fake.close()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

const inFolder = (name: string) => path.join(folder, name)
const json = (name: string) => JSON.parse(readFileSync(inFolder(name), 'utf8'))

/** Runs the command in the folder. Once the output names the step `stopAt`, sends Ctrl-C twice, as a terminal and npm do. */
async function recap(
  args: string[],
  options: { stopAt?: string; youtube?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'recap.ts'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'recaps-compile-cache'),
      YOUTUBE_URL: options.youtube ?? fake.url,
      DATA_DIR: inFolder('data'),
      THREADS: '2',
      ...options.env,
    },
  })
  let out = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    const hadReachedStep = stderr.includes(options.stopAt ?? '\u0000')
    stderr += chunk
    if (options.stopAt && !hadReachedStep && stderr.includes(options.stopAt)) {
      child.kill('SIGINT')
      child.kill('SIGINT')
    }
  })
  const [code] = await once(child, 'close')
  expect(stderr).not.toMatch(/\n\s+at |node:internal|\bError:/)
  const lines = stderr.trim().split('\n')
  return { code, out, lines, last: lines.at(-1) ?? '' }
}

const talk = Array.from({ length: 40 }, (_, at) => {
  const stamp = (second: number) => `00:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`
  const text = `Bridge ${at + 1} was built of stone because the river carried ${at + 3} kinds of timber away.`
  return `${stamp(at * 6)}.000 --> ${stamp(at * 6 + 6)}.000\n${text}\n`
})
const vtt = `WEBVTT\n\n${talk.join('\n')}`

describe('npm run recap', () => {
  it('turns a link into text with timestamp links, matching audio and JSON', async () => {
    const { code, lines } = await recap(['https://youtu.be/Sli7FA6EbqI?si=x', '--out', 'new/place'])
    expect(code, lines.join('\n')).toBe(0)
    expect(readdirSync(inFolder('new/place')).sort()).toEqual(['Sli7FA6EbqI.json', 'Sli7FA6EbqI.md', 'Sli7FA6EbqI.mp3'])
    const made = json('new/place/Sli7FA6EbqI.json')
    expect(made.audio.file).toBe('Sli7FA6EbqI.mp3')
    expect(made.audio.timings.at(-1).endMs).toBe(made.audio.durationMs)
    const text = readFileSync(inFolder('new/place/Sli7FA6EbqI.md'), 'utf8')
    for (const { cites } of made.summary.sections.flatMap((section: { sentences: unknown[] }) => section.sentences))
      expect(text).toContain(`watch?v=Sli7FA6EbqI&t=${Math.floor(cites[0].startMs / 1000)}s)`)
  })

  it('turns a caption file into text with timestamps, and replaces the output of an earlier run', async () => {
    const name = `it's "a" 🎉 talk..vtt`
    writeFileSync(inFolder(name), vtt)
    for (let run = 0; run < 2; run++) {
      const { code, out, lines } = await recap([name, '--no-audio', '--json'])
      expect(code, lines.join('\n')).toBe(0)
      expect(JSON.parse(out)).toEqual(json(`it's "a" 🎉 talk..json`))
    }
    const text = readFileSync(inFolder(`it's "a" 🎉 talk..md`), 'utf8')
    const cited = [...text.matchAll(/Bridge (\d+) was[^()]+\((\d+):(\d\d)\)/g)].map(([, ...figures]) =>
      figures.map(Number),
    )
    expect(cited.length).toBeGreaterThan(5)
    for (const [bridge = 0, minutes = 0, seconds = 0] of cited) expect(minutes * 60 + seconds).toBe((bridge - 1) * 6)
  })

  it.each(['talk.json', 'talk.mp3', 'talk.md'])('never overwrites a %s that it did not write', async taken => {
    writeFileSync(inFolder('talk.vtt'), vtt)
    writeFileSync(inFolder(taken), 'not ours')
    const { code, last } = await recap(['talk.vtt'])
    expect(code).toBe(1)
    expect(last).toBe(`${taken} already exists and was not written by this program. Choose another folder with --out.`)
    expect(readFileSync(inFolder(taken), 'utf8')).toBe('not ours')
    expect(
      readdirSync(folder)
        .filter(name => name !== 'data')
        .sort(),
    ).toEqual([taken, 'talk.vtt'].sort())
  })

  it('writes nothing when stopped with Ctrl-C, and says so', async () => {
    writeFileSync(inFolder('talk.vtt'), vtt)
    const { code, last } = await recap(['talk.vtt', '--out', 'out'], { stopAt: 'Speaking' })
    expect([code, last]).toEqual([130, 'Stopped. Nothing was written.'])
    expect(existsSync(inFolder('out'))).toBe(false)
  })

  it('produces valid files when two runs write to the same output folder in parallel', async () => {
    writeFileSync(inFolder('talk.vtt'), vtt)
    const both = await Promise.all([0, 1].map(() => recap(['talk.vtt', '--out', 'a/b', '--no-audio'])))
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(readdirSync(inFolder('a/b')).sort()).toEqual(['talk.json', 'talk.md'])
    expect(json('a/b/talk.json').summary.sections.length).toBeGreaterThan(0)
  })
})

const bridges = Array.from(
  { length: 40 },
  (_, at) => `Bridge ${at + 1} was built of stone because the river carried ${at + 3} kinds of timber away.`,
)

/** Fake speech to text that returns one sentence every six seconds for any audio. */
async function startStt() {
  const stt = await startFakeStt({
    transcribe: ({ seconds }) => bridges.slice(0, seconds / 6).map((text, at) => createLine(text, at * 6)),
  })
  onTestFinished(() => stt.close())
  return { stt, env: { STT_URL: `${stt.url}/v1` } }
}

describe(`npm run recap with a recording${ffmpegSkipNote}`, { skip: !hasFfmpeg }, () => {
  it.each([
    ['talk.m4a', 'm4a', 'talk'],
    ['my talk.WAV', 'wav', 'my talk'],
    ['talk.webm', 'webm', 'talk'],
    // Named like captions; the type is detected from the first bytes.
    ['talk.txt', 'mp3', 'talk'],
  ])('turns the recording %s into text with a timestamp for each sentence', async (file, form, name) => {
    const { env } = await startStt()
    writeFileSync(inFolder(file), form === 'mp3' ? beeps(240) : convertAudio(form, beeps(240)))
    const { code, lines, last } = await recap([file, '--no-audio'], { env })
    expect(code, lines.join('\n')).toBe(0)
    expect(last).toContain(`Wrote ${name}.md, ${name}.json (transcription `)
    const made = json(`${name}.json`)
    expect(made.transcript).toMatchObject({ kind: 'stt', segments: expect.any(Array) })
    expect(made.video).toMatchObject({ title: name, videoId: null })
    const cited = [...readFileSync(inFolder(`${name}.md`), 'utf8').matchAll(/Bridge (\d+) was[^()]+\((\d+):(\d\d)\)/g)]
    expect(cited.length).toBeGreaterThan(5)
    for (const [, bridge, minutes, seconds] of cited)
      expect(Number(minutes) * 60 + Number(seconds)).toBe((Number(bridge) - 1) * 6)
  })

  it('writes the audio summary of an MP3 under another name and leaves the recording unchanged', async () => {
    const { env } = await startStt()
    writeFileSync(inFolder('talk.mp3'), beeps(240))
    const { code, lines } = await recap(['talk.mp3', '--max-length', '200'], { env })
    expect(code, lines.join('\n')).toBe(0)
    expect(
      readdirSync(folder)
        .filter(name => name !== 'data')
        .sort(),
    ).toEqual(['talk-recap.json', 'talk-recap.md', 'talk-recap.mp3', 'talk.mp3'])
    expect(Buffer.compare(readFileSync(inFolder('talk.mp3')), beeps(240))).toBe(0)
  })

  it('writes nothing when stopped with Ctrl-C during transcription, and succeeds on the next run', async () => {
    const { env } = await startStt()
    writeFileSync(inFolder('talk.m4a'), convertAudio('m4a', beeps(240)))
    const { code, last } = await recap(['talk.m4a', '--no-audio'], { stopAt: 'Transcribing', env })
    expect([code, last]).toEqual([130, 'Stopped. Nothing was written.'])
    expect((await recap(['talk.m4a', '--no-audio'], { env })).code).toBe(0)
  })

  it('names the missing settings when a recording is given but speech to text is not set up', async () => {
    writeFileSync(inFolder('talk.mp3'), beeps(10))
    const { code, last } = await recap(['talk.mp3'])
    expect([code, last]).toEqual([
      1,
      'talk.mp3 is a recording. Set STT_URL or STT_KEY to have it transcribed, or pass its caption file.',
    ])
  })

  it.each([
    ['the recording has no audio', 'ID3 and nothing more', {}, /sound|audio|recording/i],
    ['speech to text is unreachable', null, { STT_URL: 'http://127.0.0.1:9/v1' }, /transcribe|written down/i],
  ])('reports in one sentence that %s', async (_, content, change, sentence) => {
    const { env } = await startStt()
    writeFileSync(inFolder('talk.mp3'), content ?? beeps(10))
    const { code, last, lines } = await recap(['talk.mp3'], { env: { ...env, ...change } })
    expect(code).toBe(1)
    expect(last).toMatch(sentence)
    expect(lines.length).toBeLessThanOrEqual(3)
    expect(existsSync(inFolder('talk-recap.md'))).toBe(false)
  })

  it('transcribes the audio of a video without captions', async () => {
    const { env } = await startStt()
    const video = 'SWS_Wd36bSQ'
    const youtube = await startFakeYoutube({ audioFiles: { [video]: beeps(240) } })
    onTestFinished(() => youtube.close())
    const { code, lines } = await recap([video, '--no-audio'], { env, youtube: youtube.url })
    expect(code, lines.join('\n')).toBe(0)
    expect(json(`${video}.json`).transcript.kind).toBe('stt')
  })
})

describe('npm run recap with an input it cannot process', () => {
  test.each([
    [
      ['https://vimeo.com/76979871'],
      'Only YouTube links are supported. For other videos, pass a caption file or a recording.',
    ],
    [['https://www.youtube.com/playlist?list=PL1'], 'This is a playlist link. Pass the link of one video in it.'],
    [['none.vtt'], 'File not found: none.vtt.'],
    [['folder'], 'folder is a folder. Pass a caption file or recording.'],
    [['/dev/null'], '/dev/null is not a file.'],
    [['empty.srt'], 'This file is empty. Choose the file with the captions.'],
    [['large.vtt'], 'This file is larger than 5 MB.'],
    [['talk.vtt', '--out', 'large.vtt'], /large\.vtt is not a folder\.$/],
    [['ryPGNFRu8mk'], 'This video is private. Only people its owner invited can watch it.'],
    [['Ue7gAxLMql0'], 'This video is live right now. Try again when it has ended.'],
  ])('explains why it cannot process %j', async (args, sentence) => {
    mkdirSync(inFolder('folder'))
    writeFileSync(inFolder('empty.srt'), '')
    writeFileSync(inFolder('talk.vtt'), vtt)
    writeFileSync(inFolder('large.vtt'), Buffer.alloc(6 * 1024 * 1024, 'a'))
    const { code, last, lines } = await recap(args)
    expect(code).toBe(1)
    expect(last).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
    expect(lines.length).toBeLessThanOrEqual(2)
  })

  it('reports an unreachable YouTube, also for a video id that starts with a hyphen', async () => {
    const { code, last } = await recap(['-1EJWsDYS5c'], { youtube: 'http://127.0.0.1:9' })
    expect([code, last]).toEqual([1, 'YouTube didn’t respond to this server in time. Please try again later.'])
  })
})
