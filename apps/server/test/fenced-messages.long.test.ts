import { describe, inject } from 'vitest'
import { standsStillAt } from './standing-still.ts'

describe.skipIf(!inject('postgres'))('a process that is paused past its lease while it delivers digests', () => {
  standsStillAt([
    ['run-waits', ['mails', 'pushes']],
    ['run-delivered', ['mails', 'pushes']],
    ['mail-begun', ['mails']],
    ['mail-composed', ['mails']],
    ['push-begun', ['pushes']],
  ])
})
