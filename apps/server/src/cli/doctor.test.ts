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
  return { ...ran, lines: ran.stdout.split('\n') }
}

const doctorJson = async (args: string[], env?: Record<string, string>) => {
  const { code, stdout } = await doctor([...args, '--json'], env)
  return { code, ...(JSON.parse(stdout) as { ok: boolean; verdict: { sentence: string; setting?: string } }), stdout }
}

describe('npm run doctor', () => {
  afterEach(() => {
    fake.clearFaults()
    fake.versions.setOldest({})
  })

  it('shows in a table that YouTube answers every client, and exits with 0', async () => {
    const { code, stdout, lines } = await doctor(['youtube'])
    expect(code).toBe(0)
    for (const name of ['VISIONOS over direct: captions', 'ANDROID over direct: captions', 'IOS over direct: captions'])
      expect(stdout).toMatch(new RegExp(`^ {2}ok {3}${name} +auto en, \\d+ KB, \\d+\\.\\d s$`, 'm'))
    for (const name of ['WEB over direct: search', 'Feed over direct', 'WEB over direct: channel page'])
      expect(stdout).toMatch(new RegExp(`^ {2}ok {3}${name} `, 'm'))
    expect(lines.at(-2)).toBe('No problems found.')
  })

  it('checks every part unless one is named', async () => {
    const { code, stdout } = await doctor([])
    expect([code, stdout.startsWith('settings\n'), /^youtube$/m.test(stdout)]).toEqual([0, true, true])
    expect((await doctor(['settings'])).stdout).not.toMatch(/youtube/)
  })

  it('reports an outdated YouTube client and the file that updates it', async () => {
    fake.versions.setOldest({ IOS: '99.1' })
    const { code, ok, verdict } = await doctorJson(['youtube'])
    expect([code, ok, verdict.setting]).toEqual([1, false, 'YOUTUBE_CLIENTS_FILE'])
    expect(verdict.sentence).toMatch(/^YouTube refuses the client IOS \(po_token_required\)\. The other clients/)
    const file = path.join(folder, 'youtube-clients.json')
    writeFileSync(file, JSON.stringify({ IOS: { version: '99.1' } }))
    expect(await doctorJson(['youtube'])).toMatchObject({ code: 0, ok: true })
    rmSync(file)
  })

  it('reports an outdated client that is used to search channels', async () => {
    fake.versions.setOldest({ WEB: '3.1' })
    const { code, verdict } = await doctorJson(['youtube'])
    expect(code).toBe(1)
    expect(verdict.sentence).toMatch(/^YouTube refuses the client WEB \(.*Channel search and channel pages need it/)
  })

  it('names the settings that help when YouTube blocks every request', async () => {
    fake.fault('player|*', { kind: 'bot_check' })
    const { code, verdict } = await doctorJson(['youtube'])
    expect([code, verdict.setting]).toEqual([1, 'OUTBOUND_ROUTES'])
    expect(verdict.sentence).toMatch(/YT_DLP_COOKIES or TRANSCRIPT_PROVIDER\. See docs\/youtube\.md/)
  })

  it('distinguishes an unreachable YouTube from a block', async () => {
    const { code, verdict } = await doctorJson(['youtube'], { YOUTUBE_URL: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(verdict.sentence).toMatch(/^YouTube cannot be reached/)
  })

  it.each([
    ['released today', new Date().toISOString().slice(0, 10).replaceAll('-', '.'), 'ok'],
    ['released years ago', '2023.03.04', 'warning'],
  ])('reports the age of a yt-dlp version %s', async (_, version, state) => {
    const program = path.join(folder, `yt-dlp ${version}`)
    writeFileSync(program, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
    const { stdout } = await doctorJson(['youtube'], { YT_DLP_PATH: program })
    const check = { name: 'yt-dlp: version', state, detail: expect.stringMatching(`${version}, \\d+ days old`) }
    const { parts } = JSON.parse(stdout) as { parts: { checks: object[] }[] }
    expect(parts[0]!.checks).toContainEqual(expect.objectContaining(check))
  })

  it('reports every invalid setting and skips the other checks', async () => {
    const { code, stdout } = await doctor(['youtube'], { PORT: 'x', OUTBOUND_ROUTES: 'socks4://u:secret@home' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}FAIL PORT /m)
    expect(stdout).toMatch(/^ {2}FAIL OUTBOUND_ROUTES /m)
    expect(stdout).not.toMatch(/secret|youtube$/m)
  })

  it.each([
    [['foo'], 'Unknown part "foo".'],
    [['--video', 'x'], '--video needs an 11-character video id.'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('rejects the arguments %j', async (args, sentence) => {
    const { code, stdout, stderr } = await doctor(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })

  it('prints the usage of the doctor with --help', async () => {
    const { code, stdout } = await doctor(['--help'])
    expect([code, stdout.startsWith('Usage: npm run doctor')]).toEqual([0, true])
  })
})
