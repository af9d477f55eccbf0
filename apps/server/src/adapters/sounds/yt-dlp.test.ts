import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againstFake, talks } from '../youtube/test/against-fake.ts'
import { openYtDlp } from '../youtube/yt-dlp.ts'
import { ytDlpSounds } from './yt-dlp.ts'

const never = new AbortController().signal

describe('the sound of a video by yt-dlp', () => {
  const at = againstFake()
  let folder: string
  let program: string

  /** A program with yt-dlp's face: it writes a sound where it is told to, or complains, by the id of the video. */
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-yt-dlp-100%s-'))
    program = path.join(folder, 'yt-dlp')
    writeFileSync(
      program,
      `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
if (args.includes('--version')) { console.log('2026.10.26'); process.exit() }
const videoId = args.at(-1).split('v=')[1]
fs.writeFileSync(${JSON.stringify(path.join(folder, 'called'))}, JSON.stringify({ args, env: process.env }))
if (videoId === ${JSON.stringify(talks.private)}) { console.error('ERROR: [youtube] x: Private video. Sign in'); process.exit(1) }
if (videoId === ${JSON.stringify(talks.live)}) setInterval(() => {}, 1000)
else if (videoId !== ${JSON.stringify(talks.tooLong)}) fs.writeFileSync(args[args.indexOf('-o') + 1].replaceAll('%%', '%'), 'the sound')
`,
    )
    chmodSync(program, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const bring = (videoId: string, signal = never) =>
    ytDlpSounds(openYtDlp({ path: program, proxy: () => 'http://user:secret@proxy.example:3128' })).bring(
      videoId,
      path.join(folder, 'sound'),
      { signal },
    )

  it('is written where it is wanted, whatever signs its path has', async () => {
    await bring(talks.noCaptions)
    expect(readFileSync(path.join(folder, 'sound'), 'utf8')).toBe('the sound')
    const { args, env } = JSON.parse(readFileSync(path.join(folder, 'called'), 'utf8'))
    expect(args.slice(0, 2)).toEqual(['-f', 'bestaudio'])
    expect(args.slice(-2)).toEqual(['--', `https://www.youtube.com/watch?v=${talks.noCaptions}`])
    expect(args).toContain('--ignore-config')
    expect(args.join(' ')).not.toContain('secret')
    expect(Object.keys(env).sort()).toEqual(['LANG', 'PATH', 'http_proxy', 'https_proxy'])
  })

  it('is not taken from what another source left there', async () => {
    writeFileSync(path.join(folder, 'sound'), 'half of another')
    await expect(bring(talks.tooLong)).rejects.toMatchObject({ code: 'too_long' })
  })

  it('ends with the code of the words that the program says, and when the caller does', async () => {
    await expect(bring(talks.private)).rejects.toMatchObject({ code: 'private', provider: 'yt-dlp' })
    await expect(bring('--exec=id')).rejects.toMatchObject({ code: 'invalid_id' })
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 200)
    await expect(bring(talks.live, stop.signal)).rejects.toThrow('enough')
  })

  it('stands in where InnerTube tells no address', async () => {
    const file = path.join(folder, 'by the chain')
    await at.open({ ytDlp: { path: program } }).sounds.bring(talks.noCaptions, file, { signal: never })
    expect(readFileSync(file, 'utf8')).toBe('the sound')
  })
})
