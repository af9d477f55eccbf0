import { describe, inject } from 'vitest'
import { standsStillAt } from './standing-still.ts'

describe.skipIf(!inject('postgres'))('a process that stands still with digests in hand, past its lease', () => {
  standsStillAt([
    ['run-waits', ['mails', 'pushes']],
    ['run-delivered', ['mails', 'pushes']],
    ['mail-begun', ['mails']],
    ['mail-composed', ['mails']],
    ['push-begun', ['pushes']],
  ])
})
