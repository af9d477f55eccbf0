import { describe, expect, it } from 'vitest'
import { UsageError } from './arguments.ts'
import { readSupportArguments } from './support-arguments.ts'

const channel = 'UC_x5XG1OV2P6uZZ5FSM9Ttw'

describe('arguments of npm run support', () => {
  it('accepts videos and channels by id and by link', () => {
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
    [[], 'No command given.'],
    [['drop-table'], 'Unknown command drop-table.'],
    [['toString'], 'Unknown command toString.'],
    [['show'], 'show takes one argument'],
    [['show', ' '], 'show takes one argument'],
    [['show', 'a@example.com', 'b@example.com'], 'show takes one argument'],
    [['change-email', 'a@example.com'], 'change-email takes two arguments'],
    [['model-costs', 'all'], 'model-costs takes no arguments'],
    [['ratings', 'all'], 'ratings takes no arguments'],
    [['create-prices', 'basic'], 'create-prices takes no arguments'],
    [['block-video', 'https://youtu.be/'], 'is not a YouTube video id or link'],
    [['block-channel', '@handle'], 'is not a YouTube channel id'],
    [['block-channel', 'Sli7FA6EbqI'], 'is not a YouTube channel id'],
    [['show', 'a@example.com', '--force'], 'Invalid options.'],
  ])('rejects the arguments %j and explains why', (args, sentence) => {
    const read = () => readSupportArguments(args)
    expect(read).toThrow(UsageError)
    expect(read).toThrow(sentence)
  })

  it('returns no command for --help', () => {
    expect(readSupportArguments(['--help'])).toBeNull()
  })
})
