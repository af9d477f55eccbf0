import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { emailKey } from '@recaps/domain/email-address'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { eventually } from './wait-for.ts'

/** All mails in the outbox of a data folder, parsed, oldest first. */
export async function readMails(dataDir: string): Promise<ParsedMail[]> {
  const folder = path.join(dataDir, 'outbox')
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.eml')) : []
  const mails = await Promise.all(names.map(name => simpleParser(readFileSync(path.join(folder, name)))))
  return mails.toSorted((one, other) => one.date!.getTime() - other.date!.getTime())
}

export const recipientAddress = (mail: ParsedMail): string =>
  (mail.to as AddressObject | undefined)?.value.map(({ address }) => address).join() ?? ''

/** Waits for at least `count` mails to an address with a matching subject. */
export async function waitForMails(
  dataDir: string,
  address: string,
  subject: RegExp,
  count = 1,
): Promise<ParsedMail[]> {
  return await eventually(
    async () =>
      (await readMails(dataDir)).filter(
        mail => emailKey(recipientAddress(mail)) === emailKey(address) && subject.test(mail.subject ?? ''),
      ),
    mails => mails.length >= count,
  )
}

/** The token of the link in a mail. */
export function tokenFromMail(mail: ParsedMail): string {
  const token = /[?&]token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error(`No link with a token in: ${mail.text}`)
  return token
}
