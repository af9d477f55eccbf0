/** Kill points of sending a mail, each right after an effect. Tests kill the process at every one of them. */
export const mailKillPoints = [
  'mail-begun',
  'mail-composed',
  'mail-accepted',
  'mail-sent',
  'mail-put-off',
  'mail-failed',
] as const

export type MailKillPoint = (typeof mailKillPoints)[number]

/** Kill points of sending a push message. */
export const pushKillPoints = ['push-begun', 'push-accepted', 'push-sent', 'push-put-off', 'push-failed'] as const

export type PushKillPoint = (typeof pushKillPoints)[number]
