import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { hasErrorCode, ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mail, MailFolder, OutboxMail } from '../../ports/mail.ts'
import { type Sender, toNodemailerMail } from './nodemailer-mail.ts'
import { parseOutboxMessage } from './parse-outbox-message.ts'

/**
 * Stores mails as `.eml` files, for machines without a mail server. They contain links that give access to accounts, so only the owner
 * of the folder can read them. Files are named after the Message-ID, so that a mail sent twice is stored once.
 */
export function outboxMail(options: { folder: string; from: Sender; clock: Clock }): Mail & MailFolder {
  const { folder } = options
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const pathOf = (id: string) => path.join(folder, `${id}.eml`)

  async function read(id: string) {
    if (!/^[0-9a-f]{32}$/.test(id)) return null
    const source = await readFile(pathOf(id), 'utf8').catch(ignoreMissing)
    const { mtime } = (await stat(pathOf(id)).catch(ignoreMissing)) ?? {}
    return source === undefined || !mtime ? null : { id, at: mtime, source, ...parseOutboxMessage(source) }
  }

  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(toNodemailerMail(message, options.from, options.clock.now()))
      const id = createHash('sha256').update(message.messageId).digest('hex').slice(0, 32)
      try {
        await writeAtomically(pathOf(id), bytes as Buffer)
      } catch (cause) {
        throw new ProviderError({
          provider: 'outbox',
          code: 'mail_failed',
          retryable: true,
          detail: reason(cause),
          cause,
        })
      }
    },
    async list() {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? []
      const files = await Promise.all(
        names.map(async name => ({
          name,
          at: (await stat(path.join(folder, name)).catch(ignoreMissing))?.mtimeMs ?? 0,
        })),
      )
      const newest = files.toSorted((one, other) => other.at - one.at).slice(0, maxListed)
      const mails = await Promise.all(newest.map(({ name }) => read(path.parse(name).name)))
      return mails.filter(mail => mail !== null).map(({ id, to, subject, at }): OutboxMail => ({ id, to, subject, at }))
    },
    read,
    async prune(before) {
      for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const file = path.join(folder, name)
        const { mtimeMs } = (await stat(file).catch(ignoreMissing)) ?? {}
        if (mtimeMs !== undefined && mtimeMs < before.getTime()) await rm(file, { force: true })
      }
    },
  }
}

/** Limited, because each listed mail is read for its subject. */
const maxListed = 200
let drafts = 0

async function writeAtomically(target: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const draft = `${target}.${process.pid}-${++drafts}.part`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

const reason = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'the file could not be written'

function ignoreMissing(error: unknown): undefined {
  if (!hasErrorCode(error, 'ENOENT')) throw error
}
