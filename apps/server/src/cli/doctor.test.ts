import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/run-command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'recaps-doctor-'))
const fake = await startFakeYoutube()
afterAll(async () => {
  await fake.close()
  rmSync(folder, { recursive: true, force: true })
})

async function doctor(args: string[], env: Record<string, string> = {}) {
  const ran = await runCommand('doctor.ts', args, { DATA_DIR: folder, YOUTUBE_URL: fake.url, ...env })
  return { ...ran, lines: ran.out.split('\n') }
}

const examined = async (args: string[], env?: Record<string, string>) => {
  const { code, out } = await doctor([...args, '--json'], env)
  return { code, ...(JSON.parse(out) as { ok: boolean; verdict: { sentence: string; setting?: string } }), out }
}

describe('npm run doctor', () => {
  afterEach(() => {
    fake.clearFaults()
    fake.versions.oldest({})
  })

  it('shows in a table that YouTube answers each client, and ends with 0', async () => {
    const { code, out, lines } = await doctor(['youtube'])
    expect(code).toBe(0)
    for (const name of ['VISIONOS over direct: captions', 'ANDROID over direct: captions', 'IOS over direct: captions'])
      expect(out).toMatch(new RegExp(`^ {2}ok {3}${name} +auto en, \\d+ KB, \\d+\\.\\d s$`, 'm'))
    for (const name of ['WEB over direct: search', 'Feed over direct', 'WEB over direct: page of a channel'])
      expect(out).toMatch(new RegExp(`^ {2}ok {3}${name} `, 'm'))
    expect(lines.at(-2)).toBe('All is well.')
  })

  it('looks at every part unless one is named', async () => {
    const { code, out } = await doctor([])
    expect([code, out.startsWith('settings\n'), /^youtube$/m.test(out)]).toEqual([0, true, true])
    expect((await doctor(['settings'])).out).not.toMatch(/youtube/)
  })

  it('names a client that is too old, and the file that mends it', async () => {
    fake.versions.oldest({ IOS: '99.1' })
    const { code, ok, verdict } = await examined(['youtube'])
    expect([code, ok, verdict.setting]).toEqual([1, false, 'YOUTUBE_CLIENTS_FILE'])
    expect(verdict.sentence).toMatch(/^The client IOS is refused \(po_token_required\)/)
    const file = path.join(folder, 'youtube-clients.json')
    writeFileSync(file, JSON.stringify({ IOS: { version: '99.1' } }))
    expect(await examined(['youtube'])).toMatchObject({ code: 0, ok: true })
    rmSync(file)
  })

  it('names the client by which channels are searched', async () => {
    fake.versions.oldest({ WEB: '3.1' })
    const { code, verdict } = await examined(['youtube'])
    expect(code).toBe(1)
    expect(verdict.sentence).toMatch(/^The client WEB is refused \(.*by which channels are searched/)
  })

  it('says which settings lead out where YouTube refuses everything', async () => {
    fake.fault('player|*', { kind: 'bot_check' })
    const { code, verdict } = await examined(['youtube'])
    expect([code, verdict.setting]).toEqual([1, 'OUTBOUND_ROUTES'])
    expect(verdict.sentence).toMatch(/YT_DLP_COOKIES, or TRANSCRIPT_PROVIDER; docs\/youtube\.md says how/)
  })

  it('tells a connection that is down from a block', async () => {
    const { code, verdict } = await examined(['youtube'], { YOUTUBE_URL: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(verdict.sentence).toMatch(/^YouTube cannot be reached/)
  })

  it.each([
    ['of today', new Date().toISOString().slice(0, 10).replaceAll('-', '.'), 'ok'],
    ['of years ago', '2023.03.04', 'warning'],
  ])('says how old yt-dlp is: %s', async (_, version, state) => {
    const program = path.join(folder, `yt-dlp ${version}`)
    writeFileSync(program, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
    const { out } = await examined(['youtube'], { YT_DLP_PATH: program })
    const check = { name: 'yt-dlp: version', state, detail: expect.stringMatching(`${version}, \\d+ days old`) }
    const { parts } = JSON.parse(out) as { parts: { checks: object[] }[] }
    expect(parts[0]!.checks).toContainEqual(expect.objectContaining(check))
  })

  it('names every setting that is wrong, and looks no further', async () => {
    const { code, out } = await doctor(['youtube'], { PORT: 'x', OUTBOUND_ROUTES: 'socks4://u:secret@home' })
    expect(code).toBe(1)
    expect(out).toMatch(/^ {2}FAIL PORT /m)
    expect(out).toMatch(/^ {2}FAIL OUTBOUND_ROUTES /m)
    expect(out).not.toMatch(/secret|youtube$/m)
  })

  it.each([
    [['foo'], 'There is no part "foo".'],
    [['--video', 'x'], '--video needs the 11-character id of a video.'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('does not understand %j', async (args, sentence) => {
    const { code, out, said } = await doctor(args)
    expect([code, out]).toEqual([2, ''])
    expect(said).toContain(sentence)
  })

  it('says how it is used', async () => {
    const { code, out } = await doctor(['--help'])
    expect([code, out.startsWith('Usage: npm run doctor')]).toEqual([0, true])
  })
})
