import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readMails } from '../../../test/mailbox.ts'
import { systemClock } from '../../ports/clock.ts'
import { mailConformance } from './conformance.ts'
import { outboxMail } from './outbox.ts'

const root = mkdtempSync(path.join(tmpdir(), 'recaps-outbox-'))
afterAll(() => rmSync(root, { recursive: true }))

function open() {
  const dataDir = mkdtempSync(path.join(root, 'data-'))
  const folder = path.join(dataDir, 'outbox')
  const from = { name: 'Recaps', address: 'no-reply@recaps.example' }
  return { dataDir, folder, outbox: outboxMail({ folder, from, clock: systemClock }) }
}
const message = { to: 'ada@example.com', subject: 'Grüße 🎧', html: '<p>Ä</p>', text: 'Ä = B', messageId: '<a@b.c>' }

describe('outbox folder', () => {
  mailConformance(async () => {
    const { dataDir, outbox } = open()
    return { mail: outbox, received: () => readMails(dataDir) }
  })

  it('creates the outbox readable for its owner only, without partial mails', async () => {
    const { folder, outbox } = open()
    await outbox.send(message)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const [name] = readdirSync(folder)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(name).toMatch(/^[0-9a-f]{32}\.eml$/)
    expect(statSync(path.join(folder, name!)).mode & 0o777).toBe(0o600)
  })

  it('stores a mail once in the outbox, even if it is sent several times', async () => {
    const { outbox } = open()
    await Promise.all([1, 2, 3].map(() => outbox.send(message)))
    expect(await outbox.list()).toHaveLength(1)
  })

  it('lists the mails in the outbox newest first and returns them unchanged', async () => {
    const { folder, outbox } = open()
    expect(await outbox.list()).toEqual([])
    await outbox.send({ ...message, messageId: '<old@b.c>', subject: 'old' })
    const [old] = await outbox.list()
    utimesSync(path.join(folder, `${old!.id}.eml`), new Date(1e12), new Date(1e12))
    const text = `Ä = B, ${'long '.repeat(100)}\n.\nend`
    await outbox.send({ ...message, text })
    const [newest, second] = await outbox.list()
    expect([newest!.subject, second!.subject]).toEqual(['Grüße 🎧', 'old'])
    expect(await outbox.read(newest!.id)).toMatchObject({ to: 'ada@example.com', html: '<p>Ä</p>', text })
  })

  it('returns null for an id that is not a mail in the outbox', async () => {
    const { folder, outbox } = open()
    await outbox.send(message)
    writeFileSync(path.join(folder, '..', 'secrets.eml'), 'secret')
    for (const id of ['../secrets', 'a', '', '0'.repeat(32), '..%2Fsecrets']) expect(await outbox.read(id)).toBeNull()
  })

  it('deletes mails and partial files older than a given time from the outbox', async () => {
    const { folder, outbox } = open()
    await outbox.send(message)
    writeFileSync(path.join(folder, 'x.eml.1-1.part'), 'half')
    await outbox.prune(new Date(Date.now() - 60_000))
    expect(readdirSync(folder)).toHaveLength(2)
    await outbox.prune(new Date(Date.now() + 60_000))
    expect(readdirSync(folder)).toEqual([])
  })

  it('reports a mail that cannot be written to the outbox', async () => {
    const { dataDir, outbox } = open()
    writeFileSync(path.join(dataDir, 'outbox'), 'a file in the way')
    await expect(outbox.send(message)).rejects.toMatchObject({ provider: 'outbox', code: 'mail_failed' })
  })
})
