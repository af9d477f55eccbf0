import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { ledgerFindings } from './audit.ts'
import { startPostgres } from './postgres.ts'
import { silentSpeech } from './silent-speech.ts'
import { password, useServer } from './start-server.ts'
import { talks } from './talks.ts'
import { eventually, readableSummary } from './wait-for.ts'

const disk = mkdtempSync(path.join(tmpdir(), 'recaps-small-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

describe.skipIf(!isMounted || !inject('postgres'))('PostgreSQL on a full disk (needs rights to mount)', async () => {
  if (!isMounted || !inject('postgres')) return
  chmodSync(disk, 0o777)
  const postgres = (await startPostgres(disk))!
  const test = await useServer({ databaseUrl: await postgres.createDatabase(), ports: { speech: silentSpeech } })
  afterAll(() => postgres.stop())

  it('a server answers 503 with Retry-After while the disk of PostgreSQL is full, and recovers once there is space', async () => {
    const { client } = await test.newUser()
    await readableSummary(client, talks[0]!)
    const { db } = test.server.services.database
    await sql`create table filler (text text)`.execute(db)
    const filler = path.join(disk, 'filler')
    let written = 0
    const write = () =>
      fetch(`${test.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.1.${++written}.1` },
        body: JSON.stringify({ email: `${written}.${'x'.repeat(60)}@example.com`, password }),
      })
    // PostgreSQL reserves free space in its own files, which has to be used up first.
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    const fill = sql`insert into filler select md5(n::text) from generate_series(1, 200) n`
    const isFull = () =>
      fill.execute(db).then(
        () => false,
        () => true,
      )
    for (let fills = 0; !(await isFull()); fills++) expect(fills).toBeLessThan(100_000)
    const answers = new Set<string>()
    await eventually(
      async () => {
        const answer = await write()
        answers.add(`${answer.status} ${answer.headers.get('retry-after') ?? ''}`.trim())
        return answer.status
      },
      status => status === 503,
    )
    expect([...answers].filter(answer => answer.startsWith('5'))).toEqual(['503 5'])

    rmSync(filler)
    await eventually(
      () => readableSummary(client, talks[1]!).catch(() => null),
      summary => summary !== null,
    )
    expect(await ledgerFindings(db)).toEqual([])
  }, 300_000)
})
