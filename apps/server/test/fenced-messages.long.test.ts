import { describe, inject } from 'vitest'
import { testPausedProcess } from './paused-process.ts'

describe.skipIf(!inject('postgres'))('a process that is paused past its lease while it delivers digests', () => {
  testPausedProcess([
    ['run-waits', ['mails', 'pushes']],
    ['run-delivered', ['mails', 'pushes']],
    ['mail-begun', ['mails']],
    ['mail-composed', ['mails']],
    ['push-begun', ['pushes']],
  ])
})
