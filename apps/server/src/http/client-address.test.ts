import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@recaps/contract'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { runProgram } from '../../test/program.ts'
import { silentSpeech } from '../../test/silent-speech.ts'
import { password, useServer } from '../../test/start-server.ts'

describe('the network of a caller behind a proxy', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const user = await test.newUser()

  /** Logs in with this header and returns the network of the session. */
  async function networkOf(forwardedFor: string): Promise<string | null> {
    const { token } = await test.anonymous.auth.login(
      { body: { email: user.email, password } },
      { headers: { 'X-Forwarded-For': forwardedFor } },
    )
    const client = createClient({ baseUrl: test.url, token: () => token })
    const { data } = await client.users.sessions()
    await client.auth.logout()
    return data.find(({ isCurrent }) => isCurrent)!.network
  }

  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['203.0.113.7:5678', '203.0.113.0/24'],
    ['"203.0.113.7:5678"', '203.0.113.0/24'],
    ['198.51.100.1, 203.0.113.7:5678', '203.0.113.0/24'],
    ['2001:db8:1:2:3::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:3::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:3::1]:443', '2001:db8:1:2::/64'],
    ['"[2001:db8:1:2:3::1]:443"', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ])('takes the network of the caller from X-Forwarded-For: %s', async (forwardedFor, network) => {
    expect(await networkOf(forwardedFor)).toBe(network)
  })

  it.each([
    'unknown',
    '_hidden',
    '203.0.113',
    '3405803783',
    '0xcb007107',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '203.0.113.999:80',
    '[203.0.113.7]:80',
    '[2001:db8::1',
    '[2001:db8::g]:443',
    '203.0.113.7;proto=https',
    '198.51.100.1, unknown',
    ', ,',
  ])('falls back to the network of the proxy when X-Forwarded-For has no valid address: %j', async forwardedFor => {
    expect(await networkOf(forwardedFor)).toBe('127.0.0.0/24')
  })
})

describe('the warning about a missing TRUSTED_PROXIES [threat 35]', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-proxies-'))
  cpSync(inject('template'), folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['https://recaps.example.com', '0', true],
    ['https://recaps.example.com', '1', false],
    ['http://localhost:3000', '0', false],
  ])(
    'with PUBLIC_URL=%s and TRUSTED_PROXIES=%s, warns at startup about a missing proxy setting: %s',
    async (PUBLIC_URL, TRUSTED_PROXIES, isWarned) => {
      const program = runProgram({
        ...{ DATA_DIR: folder, YOUTUBE_URL: 'http://127.0.0.1:9', LOG_FORMAT: 'json', LOG_LEVEL: 'warn' },
        ...{ PUBLIC_URL, TRUSTED_PROXIES },
      })
      await program.port
      program.kill('SIGTERM')
      await program.ended
      const warnings = program
        .output()
        .split('\n')
        .filter(line => line.includes('"warn"') && line.includes('TRUSTED_PROXIES'))
      expect(warnings).toHaveLength(isWarned ? 1 : 0)
      for (const warning of warnings)
        expect(warning).toMatch(/PUBLIC_URL is https.*share the network.*50 wrong logins.*429/)
    },
  )
})
