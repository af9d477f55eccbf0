import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { openYtDlp } from '../youtube/yt-dlp.ts'
import { ytDlpAudio } from './yt-dlp.ts'

const neverAborted = new AbortController().signal

describe('audio downloads with yt-dlp', () => {
  const at = setUpFakeYoutube()
  let folder: string
  let program: string

  /** A fake yt-dlp, which writes audio to the requested file, fails or hangs, depending on the video id. */
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
if (videoId === ${JSON.stringify(fakeVideoIds.private)}) { console.error('ERROR: [youtube] x: Private video. Sign in'); process.exit(1) }
if (videoId === ${JSON.stringify(fakeVideoIds.live)}) setInterval(() => {}, 1000)
else if (videoId !== ${JSON.stringify(fakeVideoIds.tooLong)}) fs.writeFileSync(args[args.indexOf('-o') + 1].replaceAll('%%', '%'), 'the sound')
`,
    )
    chmodSync(program, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const download = (videoId: string, signal = neverAborted) =>
    ytDlpAudio(openYtDlp({ path: program, proxy: () => 'http://user:secret@proxy.example:3128' })).download(
      videoId,
      path.join(folder, 'sound'),
      { signal },
    )

  it('downloads with yt-dlp to a path with percent signs, and passes the proxy password only in the environment', async () => {
    await download(fakeVideoIds.noCaptions)
    expect(readFileSync(path.join(folder, 'sound'), 'utf8')).toBe('the sound')
    const { args, env } = JSON.parse(readFileSync(path.join(folder, 'called'), 'utf8'))
    expect(args.slice(0, 2)).toEqual(['-f', 'bestaudio'])
    expect(args.slice(-2)).toEqual(['--', `https://www.youtube.com/watch?v=${fakeVideoIds.noCaptions}`])
    expect(args).toContain('--ignore-config')
    expect(args.join(' ')).not.toContain('secret')
    expect(Object.keys(env).sort()).toEqual(['LANG', 'PATH', 'http_proxy', 'https_proxy'])
  })

  it('does not take the partial file of another source for the yt-dlp download', async () => {
    writeFileSync(path.join(folder, 'sound'), 'half of another')
    await expect(download(fakeVideoIds.tooLong)).rejects.toMatchObject({ code: 'too_long' })
  })

  it('maps yt-dlp errors to failure codes, and stops yt-dlp when the caller aborts', async () => {
    await expect(download(fakeVideoIds.private)).rejects.toMatchObject({ code: 'private', provider: 'yt-dlp' })
    await expect(download('--exec=id')).rejects.toMatchObject({ code: 'invalid_id' })
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 200)
    await expect(download(fakeVideoIds.live, stop.signal)).rejects.toThrow('enough')
  })

  it('downloads with yt-dlp when InnerTube returns no audio URL', async () => {
    const file = path.join(folder, 'by the chain')
    await at.open({ ytDlp: { path: program } }).audio.download(fakeVideoIds.noCaptions, file, { signal: neverAborted })
    expect(readFileSync(file, 'utf8')).toBe('the sound')
  })
})
