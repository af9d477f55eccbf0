import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@recaps/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Program, runProgram } from './program.ts'
import { untilState } from './wait-for.ts'

/** Files and folders in the data folder, itself included, that other users may access, with their modes. */
function accessibleToOthers(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return names.flatMap(name => {
    const stat = statSync(path.join(folder, name), { throwIfNoEntry: false })
    return stat && (stat.isFile() || stat.isDirectory()) && stat.mode & 0o077
      ? [`${(stat.mode & 0o777).toString(8)} ${name}`]
      : []
  })
}

/** Starts the program with umask 022, the default on most systems, with which new files are readable for all users. */
function startWithOpenUmask(dataDir: string): Program {
  const before = process.umask(0o022)
  try {
    return runProgram({ DATA_DIR: dataDir })
  } finally {
    process.umask(before)
  }
}

describe.skipIf(process.platform === 'win32')('the data folder of a running server', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'recaps-modes-'))
  const dataDir = path.join(parent, 'data')
  let program: Program
  beforeAll(async () => {
    // Files as an earlier version left them.
    mkdirSync(path.join(dataDir, 'files/recordings'), { recursive: true })
    writeFileSync(path.join(dataDir, 'files/recordings/old.mp3'), 'sound')
    for (const name of ['', 'files', 'files/recordings']) chmodSync(path.join(dataDir, name), 0o755)
    chmodSync(path.join(dataDir, 'files/recordings/old.mp3'), 0o644)
    program = startWithOpenUmask(dataDir)
    await program.port
  }, 60_000)
  afterAll(async () => {
    program.kill('SIGTERM')
    await program.ended
    rmSync(parent, { recursive: true, force: true })
  })

  it('other users of the machine can read no old or new file in the data folder of a running server', async () => {
    const baseUrl = `http://127.0.0.1:${await program.port}`
    const email = 'private.files@example.com'
    let token = ''
    const client = createClient({ baseUrl, token: () => token })
    token = (await client.auth.register({ body: { email, password: 'a long and good password' } })).token
    const words = Array.from({ length: 60 }, (_, i) => `Bridge ${i} was built in nine months by forty people.`)
    const { id } = await client.summaries.upload({
      query: { name: 'bridges.txt' },
      body: new TextEncoder().encode(words.join(' ')),
    })
    await untilState(client, id, 'ready')
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names.filter(name => /^(mail|outbox|files|database|cache).*\/./.test(name)).length).toBeGreaterThan(10)
    expect(accessibleToOthers(dataDir)).toEqual([])
  })
})
