import { describe, expect, it } from 'vitest'
import { UsageError } from './arguments.ts'
import { readSupportArguments } from './support-arguments.ts'

const channel = 'UC_x5XG1OV2P6uZZ5FSM9Ttw'

describe('the support command', () => {
  it('knows videos and channels by id and by link', () => {
    const video = (text: string) => readSupportArguments(['block-video', text])
    const blocked = { kind: 'block', block: { kind: 'video', subject: 'Sli7FA6EbqI' }, reason: null }
    expect(video('Sli7FA6EbqI')).toEqual(blocked)
    expect(video('https://youtu.be/Sli7FA6EbqI?t=9')).toEqual(blocked)
    expect(video('-1EJWsDYS5c')).toMatchObject({ block: { subject: '-1EJWsDYS5c' } })
    for (const text of [channel, `https://www.youtube.com/channel/${channel}/videos`])
      expect(readSupportArguments(['block-channel', text, '--undo'])).toMatchObject({
        kind: 'unblock',
        block: { kind: 'channel', subject: channel },
      })
    expect(readSupportArguments(['block-video', 'Sli7FA6EbqI', '--reason', 'Its creator asked'])).toMatchObject({
      reason: 'Its creator asked',
    })
  })

  it.each([
    [[], 'Say what to do.'],
    [['drop-table'], 'There is no command drop-table.'],
    [['toString'], 'There is no command toString.'],
    [['show'], 'show needs one thing'],
    [['show', ' '], 'show needs one thing'],
    [['show', 'a@example.com', 'b@example.com'], 'show needs one thing'],
    [['change-email', 'a@example.com'], 'change-email needs two things'],
    [['model-costs', 'all'], 'model-costs needs nothing'],
    [['ratings', 'all'], 'ratings needs nothing'],
    [['create-prices', 'basic'], 'create-prices needs nothing'],
    [['block-video', 'https://youtu.be/'], 'neither the link nor the id of a YouTube video'],
    [['block-channel', '@handle'], 'not the id of a YouTube channel'],
    [['block-channel', 'Sli7FA6EbqI'], 'not the id of a YouTube channel'],
    [['show', 'a@example.com', '--force'], 'Not every option is understood.'],
  ])('does nothing about %j but say what is wrong', (args, sentence) => {
    const read = () => readSupportArguments(args)
    expect(read).toThrow(UsageError)
    expect(read).toThrow(sentence)
  })

  it('explains itself', () => {
    expect(readSupportArguments(['--help'])).toBeNull()
  })
})
