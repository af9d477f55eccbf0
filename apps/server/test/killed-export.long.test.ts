import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accountKillPoints } from '../src/features/account/kill-points.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { unzip } from './unzip.ts'
import { eventually } from './wait-for.ts'

describe('an account export on a server that is killed, on the embedded database', async () => {
  const fake = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-kill-export-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = { DATA_DIR: dataDir, YOUTUBE_URL: fake.url, THREADS: '1' }
  let server: ServerProcess
  let token: string
  beforeAll(async () => {
    server = await forkServer(env).serving
    token = (await server.client('').auth.register({ body: { email: 'kill@example.com', password } })).token
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await fake.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(accountKillPoints)('an account export is complete after the server was killed at %s', async point => {
    server.dieAt(point)
    server
      .client(token)
      .account.requestExport()
      .catch(() => {})
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
    const { url, bytes } = await eventually(
      () => server.client(token).account.export(),
      one => one.state === 'ready',
    )
    const zip = await (await fetch(server.url + url)).arrayBuffer()
    expect([zip.byteLength, [...(await unzip(zip)).keys()].includes('profile.json')]).toEqual([bytes, true])
  })

  it('a killed server leaves no half-written export files', async () => {
    expect(
      readdirSync(path.join(dataDir, 'files', 'exports')).filter(name => !/^[0-9a-f]{32}\.zip$/.test(name)),
    ).toEqual([])
  })
})
