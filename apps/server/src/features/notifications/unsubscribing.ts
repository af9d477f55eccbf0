import type { Settings } from '@recaps/contract/users'
import type { Signer } from '../../ports/signer.ts'
import type { Users } from '../users/service.ts'

/** Mails that can be ended, by the setting that does. */
export type MailTopic = keyof Settings['mail']
const topics: readonly MailTopic[] = ['digest', 'product']

export interface Subscriber {
  userId: number
  topic: MailTopic
  /** Null for an account that is gone. */
  email: string | null
  isOn: boolean
}

export interface UnsubscribingDeps {
  users: Pick<Users, 'byId' | 'choices' | 'changeSettings'>
  signer: Signer
}

const purpose = 'unsubscribe'

/**
 * Ends mails of one kind by a link that stands in them, for whoever has it, logged in or not (RFC 8058). It names the user
 * and not the address, so that the link of an old mail goes on working when the address has changed.
 */
export function createUnsubscribing({ users, signer }: UnsubscribingDeps) {
  return {
    /** Path of the page on which mails of this kind are ended. */
    pathFor: (userId: number, topic: MailTopic): string =>
      `/unsubscribe/${userId}.${topic}.${signer.sign(purpose, signedText(userId, topic))}`,

    /** Null for a token that is not ours. */
    async find(token: string): Promise<Subscriber | null> {
      const [user = '', name = '', signature = ''] = token.split('.')
      const userId = Number(user)
      const topic = topics.find(one => one === name)
      if (!topic || !signer.verify(purpose, signedText(userId, topic), signature)) return null
      const [account, choices] = [await users.byId(userId), await users.choices(userId)]
      return { userId, topic, email: account?.email ?? null, isOn: choices?.mail[topic] ?? false }
    },

    async set({ userId, topic, email, isOn }: Subscriber, wanted: boolean): Promise<void> {
      if (email !== null && isOn !== wanted) await users.changeSettings(userId, { mail: { [topic]: wanted } })
    },
  }
}

export type Unsubscribing = ReturnType<typeof createUnsubscribing>

const signedText = (userId: number, topic: MailTopic): string => `${userId}|${topic}`
