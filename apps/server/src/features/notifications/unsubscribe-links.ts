import type { Settings } from '@recaps/contract/users'
import type { Signer } from '../../ports/signer.ts'
import type { Users } from '../users/service.ts'

/** Kinds of mail that users can unsubscribe from, named after their setting. */
export type MailTopic = keyof Settings['mail']
const topics: readonly MailTopic[] = ['digest', 'product']

export interface Subscriber {
  userId: number
  topic: MailTopic
  /** Null if the account is deleted. */
  email: string | null
  isOn: boolean
}

export interface UnsubscribeLinksDeps {
  users: Pick<Users, 'byId' | 'storedSettings' | 'changeSettings'>
  signer: Signer
}

const purpose = 'unsubscribe'

/**
 * Signed links in mails that unsubscribe from one kind of mail without login (RFC 8058). A link contains the user instead of
 * the address, so that links in old mails still work after the address has changed.
 */
export function createUnsubscribeLinks({ users, signer }: UnsubscribeLinksDeps) {
  return {
    pathFor: (userId: number, topic: MailTopic): string =>
      `/unsubscribe/${userId}.${topic}.${signer.sign(purpose, signedText(userId, topic))}`,

    /** Null if the token is malformed or its signature is wrong. */
    async find(token: string): Promise<Subscriber | null> {
      const [user = '', name = '', signature = ''] = token.split('.')
      const userId = Number(user)
      const topic = topics.find(known => known === name)
      if (!topic || !signer.verify(purpose, signedText(userId, topic), signature)) return null
      const [account, settings] = [await users.byId(userId), await users.storedSettings(userId)]
      return { userId, topic, email: account?.email ?? null, isOn: settings?.mail[topic] ?? false }
    },

    async set({ userId, topic, email, isOn }: Subscriber, isWanted: boolean): Promise<void> {
      if (email !== null && isOn !== isWanted) await users.changeSettings(userId, { mail: { [topic]: isWanted } })
    },
  }
}

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

const signedText = (userId: number, topic: MailTopic): string => `${userId}|${topic}`
